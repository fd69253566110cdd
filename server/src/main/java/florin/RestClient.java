package florin;

import florin.http.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** A running service, as the commands ask it: by its own interface, with an API key. */
final class RestClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Asking asking;

  RestClient(Asking asking) {
    this.asking = asking;
  }

  /**
   * The body of a 200, as it came.
   *
   * @throws ConfigException with what the service says when it refuses, and with what to do when
   *     none answers
   */
  String get(String path) {
    return send(asking.request(path));
  }

  /** The same for a POST under an idempotency key. */
  String post(String path, Map<String, Object> body, String idempotencyKey) {
    return send(
        asking
            .request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", idempotencyKey)
            .POST(BodyPublishers.ofByteArray(Json.bytes(body))));
  }

  private String send(HttpRequest.Builder request) {
    try (var client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      var answer = client.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new ConfigException(refusal(answer.body(), answer.statusCode()));
      }
      return answer.body();
    } catch (ConnectException nobody) {
      throw asking.nobodyAnswers();
    } catch (IOException failed) {
      throw new ConfigException("Asking " + asking.url() + " failed: " + failed.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ConfigException("Interrupted while waiting for " + asking.url() + ".");
    }
  }

  private static String refusal(String body, int status) {
    return body.startsWith("{")
            && Json.readObject(body).get("error") instanceof Map<?, ?> error
            && error.get("message") instanceof String message
        ? message
        : "The service answered " + status + ".";
  }
}
