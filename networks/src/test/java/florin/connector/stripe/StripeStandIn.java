package florin.connector.stripe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Sends the responses of a test in their order and repeats the last one. It keeps no ledger. */
final class StripeStandIn implements AutoCloseable {
  /** Closes the connection without a response. */
  static final Answer LOST = new Answer(0, "");

  private final HttpServer server;
  private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
  private final List<Heard> heard = new CopyOnWriteArrayList<>();

  /**
   * A response.
   *
   * @param isReplayed whether it is the kept response to an earlier request with the same key
   */
  record Answer(int status, String body, boolean isReplayed) {
    Answer(int status, String body) {
      this(status, body, false);
    }
  }

  /** Returns the server error of the first request with a key, then its repetition. */
  static Answer[] keptError() {
    return new Answer[] {new Answer(500, "{}"), new Answer(500, "{}", true)};
  }

  /**
   * A received request.
   *
   * @param call the method and path, for example `POST /v1/refunds`
   * @param form the body, or the query of a GET, without decoding
   */
  record Heard(
      String call, String form, @Nullable String key, String version, String authorization) {}

  StripeStandIn() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void on(String call, Answer... said) {
    answers.put(call, new ArrayDeque<>(List.of(said)));
  }

  void on(String call, String body) {
    on(call, new Answer(200, body));
  }

  void on(String call, int status, String body) {
    on(call, new Answer(status, body));
  }

  List<Heard> heard() {
    return List.copyOf(heard);
  }

  List<String> calls() {
    return heard.stream().map(Heard::call).toList();
  }

  Heard last() {
    return heard.getLast();
  }

  void forget() {
    heard.clear();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getRawQuery();
    heard.add(
        new Heard(
            call,
            query == null ? body : query,
            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            exchange.getRequestHeaders().getFirst("Stripe-Version"),
            exchange.getRequestHeaders().getFirst("Authorization")));
    Answer answer = next(call);
    if (answer.equals(LOST)) {
      exchange.close();
      return;
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (answer.isReplayed()) {
      exchange.getResponseHeaders().set("Idempotent-Replayed", "true");
    }
    if (answer.status() / 100 == 3) {
      exchange.getResponseHeaders().set("Location", address() + "/elsewhere");
    }
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private synchronized Answer next(String call) {
    Deque<Answer> said = answers.get(call);
    if (said == null) {
      return new Answer(
          404,
          "{\"error\": {\"type\": \"invalid_request_error\", \"code\": \"resource_missing\"}}");
    }
    return said.size() > 1 ? said.removeFirst() : said.getFirst();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
