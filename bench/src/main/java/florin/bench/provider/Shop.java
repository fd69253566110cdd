package florin.bench.provider;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A merchant's server that calls the service, and its payers' browsers. Thread-safe. */
public final class Shop implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** The pause after a refused connection before the next node is tried. */
  private static final Duration KNOCK = Duration.ofMillis(50);

  private final HttpClient client;
  private final List<URI> nodes;
  private final AtomicInteger turn = new AtomicInteger();
  private final String login;
  private final Notes notes;

  /** A response. */
  public record Reply(int status, String text) {
    public JsonNode json() {
      return JSON.readTree(text);
    }

    /** Returns the text at a JSON pointer of the body, or an empty text. */
    public String at(String pointer) {
      return json().at(pointer).asString("");
    }

    /** Returns whether the status is 2xx. */
    public boolean isGood() {
      return status / 100 == 2;
    }
  }

  /** Records requests and responses. */
  public interface Notes {
    /** Records nothing. */
    Notes NONE =
        new Notes() {
          @Override
          public long sending(String path, String body, String key) {
            return 0;
          }

          @Override
          public void answered(long request, Reply reply) {}

          @Override
          public void seen(String path, Reply reply) {}
        };

    /**
     * Records a request before it is sent.
     *
     * @return a number that identifies the request for {@link #answered}
     */
    long sending(String path, String body, String key);

    void answered(long request, Reply reply);

    /** Records a response without a recorded request: to a read, an upload, or a payer's visit. */
    void seen(String path, Reply reply);
  }

  public Shop(URI service, String secretKey) {
    this(service, secretKey, Notes.NONE);
  }

  public Shop(URI service, String secretKey, Notes notes) {
    this(List.of(service), secretKey, notes);
  }

  /**
   * Creates a shop.
   *
   * @param nodes nodes of one service, which are used in turn; if one of several refuses the
   *     connection, the next one is used
   */
  public Shop(List<URI> nodes, String secretKey, Notes notes) {
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    this.notes = notes;
    this.nodes = List.copyOf(nodes);
    this.login =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((secretKey + ":").getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Sends a `POST` request.
   *
   * @param key idempotency key; empty for none
   * @return empty if there was no response; the service may or may not have received the request
   */
  public Optional<Reply> post(String path, String body, String key) {
    HttpRequest.Builder request =
        to(path)
            .header("Authorization", login)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    long number = notes.sending(path, body, key);
    Optional<Reply> reply = send(request.build());
    reply.ifPresent(now -> notes.answered(number, now));
    return reply;
  }

  /** Uploads a file. Only the response is recorded. */
  public Optional<Reply> upload(String path, String type, String file) {
    return look(
        to(path)
            .header("Authorization", login)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(file))
            .build());
  }

  /** Sends a `GET` request. Returns empty if there was no response. */
  public Optional<Reply> get(String path) {
    return look(to(path).header("Authorization", login).build());
  }

  /** Visits a page as a payer's browser does, without following redirects. */
  public Optional<Reply> visit(URI address) {
    return look(HttpRequest.newBuilder(address).timeout(PATIENCE).build());
  }

  /**
   * Visits a page as the browser of a payer with an IP address of their own, behind a proxy that
   * the service trusts.
   */
  public Optional<Reply> visit(URI page, String payerAddress) {
    return look(
        HttpRequest.newBuilder(page)
            .header("X-Forwarded-For", payerAddress)
            .timeout(PATIENCE)
            .build());
  }

  /**
   * Sends a request and records the response if it is the service's. Responses of a provider are
   * not recorded.
   */
  private Optional<Reply> look(HttpRequest request) {
    Optional<Reply> reply = send(request);
    URI asked = request.uri();
    if (nodes.stream().anyMatch(node -> node.getAuthority().equals(asked.getAuthority()))) {
      reply.ifPresent(now -> notes.seen(asked.getPath(), now));
    }
    return reply;
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(nextNode().resolve(path)).timeout(PATIENCE);
  }

  private URI nextNode() {
    return nodes.get(Math.floorMod(turn.getAndIncrement(), nodes.size()));
  }

  private Optional<Reply> send(HttpRequest request) {
    try {
      HttpResponse<String> answer = sendToAny(request);
      return Optional.of(new Reply(answer.statusCode(), answer.body()));
    } catch (IOException lost) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private HttpResponse<String> sendToAny(HttpRequest request)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    HttpRequest now = request;
    while (true) {
      try {
        return client.send(now, BodyHandlers.ofString());
      } catch (ConnectException refused) {
        if (nodes.size() == 1 || System.nanoTime() > end) {
          throw refused;
        }
        LockSupport.parkNanos(KNOCK.toNanos());
        now = toNextNode(now);
      }
    }
  }

  private HttpRequest toNextNode(HttpRequest request) {
    URI before = request.uri();
    String path =
        before.getRawPath()
            + Optional.ofNullable(before.getRawQuery()).map(query -> "?" + query).orElse("");
    return HttpRequest.newBuilder(request, (_, _) -> true).uri(nextNode().resolve(path)).build();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
