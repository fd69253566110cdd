package florin.http;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Realm;
import florin.http.Endpoint.Action;
import florin.http.Endpoint.PreBodyAuthentication;
import florin.http.Server.Readiness;
import florin.testing.TestConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A server on a free loopback port. Tests use it through an HTTP client, or send bytes over a
 * socket.
 */
final class TestServer implements AutoCloseable {
  final PrometheusRegistry registry = new PrometheusRegistry();
  final Server server;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(60))
          .build();

  TestServer(HttpConfig.Limits limits, Readiness readiness, Endpoint... endpoints) {
    server = start(TestConfig.http(limits), registry, readiness, endpoints);
  }

  TestServer(Readiness readiness, ErrorPages pages, Endpoint... endpoints) {
    server = start(TestConfig.http(TestConfig.LIMITS), registry, readiness, pages, endpoints);
  }

  TestServer(HttpConfig.Limits limits, Endpoint... endpoints) {
    this(limits, Optional::empty, endpoints);
  }

  TestServer(Endpoint... endpoints) {
    this(TestConfig.LIMITS, endpoints);
  }

  static Server start(
      HttpConfig config, PrometheusRegistry registry, Readiness readiness, Endpoint... endpoints) {
    return start(config, registry, readiness, ErrorPages.NONE, endpoints);
  }

  private static Server start(
      HttpConfig config,
      PrometheusRegistry registry,
      Readiness readiness,
      ErrorPages pages,
      Endpoint... endpoints) {
    var server = Server.of(config, registry);
    try {
      server.serve(
          List.of(endpoints),
          readiness,
          pages,
          new IdSource(InstantSource.system()),
          InstantSource.system());
      return server;
    } catch (RuntimeException failed) {
      server.close();
      throw failed;
    }
  }

  /** Returns an endpoint whose requests count as those of a merchant, whatever the caller. */
  static Endpoint byKey(String method, String template, Action action) {
    return byKey(KeyKind.SECRET, method, template, action);
  }

  /** Returns such an endpoint for another kind of key. */
  static Endpoint byKey(KeyKind kind, String method, String template, Action action) {
    return byKey(
        new Caller(Realm.of(1, Mode.TEST), new KeyId(new UUID(0, 1)), kind),
        method,
        template,
        action);
  }

  /** Returns such an endpoint for another caller. */
  static Endpoint byKey(Caller caller, String method, String template, Action action) {
    return new Endpoint(
        method,
        template,
        TrafficClass.KEYS,
        new PreBodyAuthentication() {
          @Override
          public Optional<Answer> refuse(Exchange exchange) {
            exchange.hasKey(caller);
            return Optional.empty();
          }

          @Override
          public Optional<Caller> recall(Exchange exchange) {
            return Optional.of(caller).filter(known -> known.kind() == KeyKind.SECRET);
          }
        },
        action);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(60));
  }

  HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** Sends these bytes on a new connection and returns everything until the server closes it. */
  String raw(String bytes) {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return readToEnd(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    socket.setTcpNoDelay(true);
    return socket;
  }

  static String readToEnd(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Reads one response with a Content-Length and leaves the connection open. */
  static String readResponse(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("closed after: " + head.toString(StandardCharsets.ISO_8859_1));
      }
      head.write(b);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int length =
        text.lines()
            .filter(l -> l.toLowerCase(Locale.ROOT).startsWith("content-length:"))
            .mapToInt(l -> Integer.parseInt(l.substring(15).strip()))
            .findFirst()
            .orElse(0);
    return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    // The client closes first. Otherwise the server waits a moment for its idle connections.
    client.shutdownNow();
    server.close();
  }
}
