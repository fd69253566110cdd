package florin.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A merchant's server on loopback. It stores its requests and sends the configured responses. */
public final class Receiver implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpServer server;
  private final List<Got> all = new CopyOnWriteArrayList<>();
  private final Map<String, Function<Got, Reaction>> reactions = new ConcurrentHashMap<>();

  /**
   * A received delivery.
   *
   * @param headers the headers by lowercase name
   */
  public record Got(String path, Map<String, String> headers, String body) {
    public String id() {
      return headers.getOrDefault("webhook-id", "");
    }

    String type() {
      return json().at("/type").asString("");
    }

    public JsonNode json() {
      return JSON.readTree(body);
    }

    public String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  public record Reaction(int status, String body, Map<String, String> headers) {
    static Reaction of(int status) {
      return new Reaction(status, "{\"received\": true}", Map.of());
    }
  }

  public Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.createContext("/", this::take);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** Sets the response for a path. Without this call, the response is 200. */
  public void answer(String path, Function<Got, Reaction> how) {
    reactions.put(path, how);
  }

  public void answer(String path, int status) {
    answer(path, _ -> Reaction.of(status));
  }

  public List<Got> at(String path) {
    return all.stream().filter(got -> got.path().equals(path)).toList();
  }

  public List<Got> at(String path, String type) {
    return at(path).stream().filter(got -> got.type().equals(type)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = new ConcurrentHashMap<String, String>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) ->
              headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var got = new Got(exchange.getRequestURI().getPath(), headers, body);
      all.add(got);
      Reaction reaction = reactions.getOrDefault(got.path(), _ -> Reaction.of(200)).apply(got);
      reaction.headers().forEach(exchange.getResponseHeaders()::add);
      byte[] answer = reaction.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reaction.status(), answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }
}
