package florin;

import florin.http.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** A running service, as the commands ask it: by its own interface, with an API key. */
final class RestClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int PAYMENT_FAILED = 402;

  private final Asking asking;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  RestClient(Asking asking) {
    this.asking = asking;
  }

  /** A request was carried out: 200, or 402 for a payment that was made and has failed. */
  record Reply(int status, String text) {
    Map<String, Object> body() {
      return Json.readObject(text);
    }
  }

  /**
   * The body of a 200, as it came.
   *
   * @throws ConfigException with what the service says when it refuses, and with what to do when
   *     none answers
   */
  String get(String path) {
    return requireOk(send(asking.request(path))).text();
  }

  /** The same for a POST under an idempotency key. */
  String post(String path, Map<String, Object> body, String idempotencyKey) {
    return requireOk(
            send(json(asking.request(path), body).header("Idempotency-Key", idempotencyKey)))
        .text();
  }

  /**
   * @throws ConfigException as {@link #get}, but for a 402
   */
  Reply post(String path, Map<String, Object> body) {
    return requireDone(send(json(asking.request(path), body)));
  }

  Reply delete(String path) {
    return requireDone(send(asking.request(path).DELETE()));
  }

  /**
   * A body that comes bit by bit; reading it has no deadline.
   *
   * @throws IOException when the connection breaks
   */
  InputStream open(String path, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = asking.request(path);
    headers.forEach(request::header);
    HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
    if (answer.statusCode() != OK) {
      try (InputStream body = answer.body()) {
        String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        throw refusal(new Reply(answer.statusCode(), text));
      }
    }
    return answer.body();
  }

  /** What was begun is given up. */
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }

  private static HttpRequest.Builder json(HttpRequest.Builder request, Map<String, Object> body) {
    return request
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
  }

  private Reply send(HttpRequest.Builder request) {
    return send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
  }

  private Reply send(HttpRequest request, BodyHandler<String> reader) {
    try {
      HttpResponse<String> answer = client.send(request, reader);
      return new Reply(answer.statusCode(), answer.body());
    } catch (ConnectException nobody) {
      throw asking.nobodyAnswers();
    } catch (IOException failed) {
      throw new ConfigException("Asking " + asking.url() + " failed: " + failed.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ConfigException("Interrupted while waiting for " + asking.url() + ".");
    }
  }

  private static Reply requireOk(Reply reply) {
    if (reply.status() != OK) {
      throw refusal(reply);
    }
    return reply;
  }

  private static Reply requireDone(Reply reply) {
    return reply.status() == PAYMENT_FAILED ? reply : requireOk(reply);
  }

  private static ConfigException refusal(Reply reply) {
    return new ConfigException(
        reply.text().startsWith("{")
                && reply.body().get("error") instanceof Map<?, ?> error
                && error.get("message") instanceof String message
            ? message
            : "The service answered " + reply.status() + ".");
  }
}
