package florin.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Calls one Florin over HTTP with one API key. */
public final class TestClient implements AutoCloseable {
  private final int port;
  private final String apiKey;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofMinutes(3))
          .build();

  public TestClient(int port, String apiKey) {
    this.port = port;
    this.apiKey = apiKey;
  }

  public Reply get(String path) {
    return send(request(path).build());
  }

  public Reply post(String path, String json) {
    return send(posting(path, json).build());
  }

  public Reply post(String path, String json, String idempotencyKey) {
    return send(posting(path, json).header("Idempotency-Key", idempotencyKey).build());
  }

  /** Returns a request for the test to complete. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofMinutes(3))
        .header("Authorization", "Bearer " + apiKey);
  }

  /**
   * Sends a request.
   *
   * @throws UncheckedIOException when no response arrives
   */
  public Reply send(HttpRequest request) {
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Reply(response.statusCode(), response.headers(), response.body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  private HttpRequest.Builder posting(String path, String json) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json));
  }

  /** Ends all waiting requests without a response. */
  void abandon() {
    client.shutdownNow();
  }

  @Override
  public void close() {
    client.close();
  }
}
