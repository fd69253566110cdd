package florin;

import florin.http.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A running service, as the commands ask it: by its own interface, with an API key. */
final class RestClient {
  private static final String KEY = "FLORIN_API_KEY";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final URI base;
  private final String key;

  private RestClient(URI base, String key) {
    this.base = base;
    this.key = key;
  }

  /** With the key of the environment, or else the data folder's test key. */
  static RestClient of(URI base, Path data, Map<String, String> environment) {
    TestKeysFile file = TestKeysFile.in(data);
    String key =
        Optional.ofNullable(environment.get(KEY))
            .filter(text -> !text.isBlank())
            .or(() -> file.read().map(TestKeysFile.TestKeys::secret))
            .orElseThrow(() ->
                new ConfigException(
                    "There is no API key: set "
                        + KEY
                        + " to a secret key, or name with --data the folder that holds "
                        + file.path().getFileName()
                        + "."));
    return new RestClient(base, key);
  }

  /**
   * The body of a 200, as it came.
   *
   * @throws ConfigException with what the service says when it refuses, and with what to do when
   *     none answers
   */
  String get(String path) {
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + key)
            .build();
    try (var client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      var answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new ConfigException(refusal(answer.body(), answer.statusCode()));
      }
      return answer.body();
    } catch (ConnectException nobody) {
      throw new ConfigException(
          "No Florin answers at "
              + base
              + ". Start it with ./florin serve, or name another with --url.");
    } catch (IOException failed) {
      throw new ConfigException("Asking " + base + " failed: " + failed.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ConfigException("Interrupted while waiting for " + base + ".");
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
