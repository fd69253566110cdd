package florin.http;

import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The socket: HTTP/1.1 and HTTP/2, in clear (by prior knowledge) or over TLS (by ALPN). */
final class Connectors {
  private static final int MAX_CONCURRENT_STREAMS = 32;

  /** Of a connection, and of each stream: what Jetty takes in before anybody has asked for it. */
  private static final int RECEIVE_WINDOW = 64 << 10;

  /** Connections that the kernel keeps while we accept. */
  private static final int BACKLOG = 1024;

  private Connectors() {}

  static ServerConnector connector(Server jetty, HttpConfig config) {
    HttpConfiguration http = http(config.limits());
    ServerConnector connector =
        config
            .tls()
            .map(tls -> encrypted(jetty, http, Pem.contextFactory(tls)))
            .orElseGet(() -> clear(jetty, http));
    connector.setHost(config.bindAddress());
    connector.setPort(config.port());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(config.limits().idleTimeout().toMillis());
    return connector;
  }

  private static HttpConfiguration http(HttpConfig.Limits limits) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.setRequestHeaderSize(limits.maxHeaderBytes());
    return http;
  }

  private static ServerConnector clear(Server jetty, HttpConfiguration http) {
    var http2 = new HTTP2CServerConnectionFactory(http);
    bound(http2);
    return new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(http), http2);
  }

  private static void bound(AbstractHTTP2ServerConnectionFactory http2) {
    http2.setMaxConcurrentStreams(MAX_CONCURRENT_STREAMS);
    http2.setInitialStreamRecvWindow(RECEIVE_WINDOW);
    http2.setInitialSessionRecvWindow(RECEIVE_WINDOW);
    http2.setConnectProtocolEnabled(false);
  }

  private static ServerConnector encrypted(
      Server jetty, HttpConfiguration http, SslContextFactory.Server tls) {
    var http2 = new HTTP2ServerConnectionFactory(http);
    bound(http2);
    var alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol("http/1.1");
    return new ServerConnector(
        jetty,
        1,
        1,
        new SslConnectionFactory(tls, alpn.getProtocol()),
        alpn,
        http2,
        new HttpConnectionFactory(http));
  }
}
