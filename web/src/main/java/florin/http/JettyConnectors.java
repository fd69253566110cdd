package florin.http;

import java.time.Duration;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * The sockets: HTTP/1.1 and HTTP/2, in clear text (with prior knowledge) or over TLS (with ALPN).
 */
final class JettyConnectors {
  private static final int MAX_CONCURRENT_STREAMS = 32;

  /**
   * The receive window of a connection, and of each stream: the bytes that Jetty accepts before a
   * handler reads them.
   */
  private static final int RECEIVE_WINDOW = 64 << 10;

  /** The connections that the kernel queues before they are accepted. */
  private static final int BACKLOG = 1024;

  /**
   * The most resets of a connection in a second, by the client or Florin. It is high, because the
   * rejected requests of many clients behind one proxy must not end its connection.
   */
  private static final int RESETS = 1024;

  /** The limit of frames that only a malicious peer sends in numbers; Jetty's default. */
  private static final int ODD_FRAMES = 128;

  /**
   * The {@link RequestHandler} itself rejects ambiguous paths, and limits that response like any
   * other.
   */
  private static final UriCompliance PATHS =
      UriCompliance.UNSAFE.without(
          "FLORIN",
          Violation.SUSPICIOUS_PATH_CHARACTERS,
          Violation.ILLEGAL_PATH_CHARACTERS,
          Violation.USER_INFO,
          Violation.FRAGMENT);

  /**
   * A line must end with CR LF. By default Jetty accepts LF alone in a head, which not every proxy
   * does.
   */
  private static final HttpCompliance FRAMING =
      HttpCompliance.RFC9110.without("FLORIN", HttpCompliance.Violation.LF_HEADER_TERMINATION);

  private JettyConnectors() {}

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
    http.setUriCompliance(PATHS);
    http.setHttpCompliance(FRAMING);
    // Otherwise each connection would have its own cache, of names that Jetty knows anyway.
    http.setHeaderCacheSize(0);
    return http;
  }

  private static ServerConnector clear(Server jetty, HttpConfiguration http) {
    var http2 = new ByPriorKnowledge(http);
    bound(http2);
    return new ServerConnector(jetty, 1, 1, new HeaderFields.CountingFactory(http), http2);
  }

  /**
   * Clear-text HTTP/2 for clients that start with it. An `Upgrade: h2c` is ignored (RFC 9113
   * removed it): a proxy in front would pass later requests without applying its rules.
   */
  private static final class ByPriorKnowledge extends HTTP2CServerConnectionFactory {
    ByPriorKnowledge(HttpConfiguration http) {
      super(http);
    }

    @Override
    public @Nullable Connection upgradeConnection(
        Connector connector,
        EndPoint socket,
        MetaData.Request request,
        HttpFields.Mutable headers) {
      return request.getHttpVersion() == HttpVersion.HTTP_2
          ? super.upgradeConnection(connector, socket, request, headers)
          : null;
    }
  }

  private static void bound(AbstractHTTP2ServerConnectionFactory http2) {
    http2.setMaxConcurrentStreams(MAX_CONCURRENT_STREAMS);
    http2.setInitialStreamRecvWindow(RECEIVE_WINDOW);
    http2.setInitialSessionRecvWindow(RECEIVE_WINDOW);
    http2.setConnectProtocolEnabled(false);
    http2.setFlowControlStrategyFactory(SmallFrames::new);
    http2.setRateControlFactory(new RateControls());
    http2.addEventListener(new HeaderFields.Trailers());
  }

  private static final class RateControls implements RateControl.Factory {
    @Override
    public RateControl newRateControl(EndPoint socket) {
      var second = Duration.ofSeconds(1);
      var resets = new WindowRateControl(RESETS, second);
      var others = new WindowRateControl(ODD_FRAMES, second);
      return frame -> (frame instanceof ResetFrame ? resets : others).onEvent(frame);
    }
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
        new HeaderFields.CountingFactory(http));
  }
}
