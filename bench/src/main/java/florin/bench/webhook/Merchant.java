package florin.bench.webhook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * A merchant's client of the service. It creates endpoints, and customers, each of which produces
 * an event.
 */
final class Merchant implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String base;
  private final String key;

  Merchant(InetSocketAddress service, String key) {
    this.base = "http://" + service.getHostString() + ":" + service.getPort();
    this.key = key;
  }

  void createEndpoint(String url) throws InterruptedException {
    int status =
        post(
            "/v2/webhook_endpoints",
            "{\"url\": \"" + url + "\", \"enabled_events\": [\"customer.created\"]}");
    if (status != 200) {
      throw new IllegalStateException("the endpoint was not created: " + status);
    }
  }

  /**
   * Creates a customer.
   *
   * @param description digits
   * @return the status of the response
   * @throws UncheckedIOException if there is no response
   */
  int createCustomer(String description) throws InterruptedException {
    return post("/v2/customers", "{\"description\": \"t" + description + "\"}");
  }

  private int post(String path, String body) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException lost) {
      throw new UncheckedIOException(lost);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
