package florin.clients;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A proxy in front of Florin that records each call, and breaks the next ones on demand. */
final class FaultyProxy implements AutoCloseable {
  /** What happens to one call. */
  sealed interface Fault {}

  /** Florin gets the call, and the connection is closed without a response. */
  record LostResponse() implements Fault {}

  /** Florin gets the call, and half of the response arrives. */
  record CutResponse() implements Fault {}

  /** Florin gets the call, and nothing arrives until the proxy is closed. */
  record NoResponse() implements Fault {}

  /** Florin doesn't get the call. */
  record Refused(int status, String type, String code, @Nullable String retryAfter)
      implements Fault {}

  /** A call that arrived here. */
  record Seen(String method, String path, int status, @Nullable String key) {}

  private final HttpServer server;
  private final int target;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  FaultyProxy(int target) {
    this.target = target;
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void next(Fault... planned) {
    faults.addAll(List.of(planned));
  }

  List<Seen> seen() {
    return seen;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Fault fault = faults.poll();
      if (fault instanceof Refused refused) {
        see(exchange, refused.status());
        refuse(exchange, refused);
        return;
      }
      HttpResponse<byte[]> response = forward(exchange, body);
      see(exchange, response.statusCode());
      switch (fault) {
        case LostResponse _ -> {}
        case NoResponse _ -> closed.await();
        case CutResponse _ -> {
          exchange.sendResponseHeaders(response.statusCode(), response.body().length);
          exchange.getResponseBody().write(response.body(), 0, response.body().length / 2);
          exchange.getResponseBody().flush();
        }
        case null, default -> {
          response
              .headers()
              .map()
              .forEach((name, values) -> {
                if (!name.matches("(?i)content-length|transfer-encoding|connection|date")) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
          int length = response.body().length;
          exchange.sendResponseHeaders(response.statusCode(), length == 0 ? -1 : length);
          exchange.getResponseBody().write(response.body());
        }
      }
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  private void see(HttpExchange exchange, int status) {
    seen.add(
        new Seen(
            exchange.getRequestMethod(),
            exchange.getRequestURI().getPath(),
            status,
            exchange.getRequestHeaders().getFirst("Idempotency-Key")));
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    URI to = URI.create("http://127.0.0.1:" + target + exchange.getRequestURI().toASCIIString());
    var request = HttpRequest.newBuilder(to);
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> {
          if (!name.matches(
              "(?i)host|content-length|connection|transfer-encoding|upgrade|http2-settings|expect")) {
            values.forEach(value -> request.header(name, value));
          }
        });
    request.method(
        exchange.getRequestMethod(),
        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static void refuse(HttpExchange exchange, Refused refused) throws IOException {
    String json =
        """
        {"error": {"type": "%s", "code": "%s", "message": "Try again.", "doc_url": "x",
         "request_id": "req_x"}}
        """
            .formatted(refused.type(), refused.code());
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (refused.retryAfter() != null) {
      exchange.getResponseHeaders().set("Retry-After", refused.retryAfter());
    }
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(refused.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    http.shutdownNow();
  }
}
