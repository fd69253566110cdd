package florin.testing.provider;

import florin.connector.ConnectorSetup;
import florin.connector.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The HTTP client with which the connector calls its provider. */
final class Line {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI address;
  private final String key;

  /** The result of a request. */
  sealed interface Answer {
    record Done(Fields fields) implements Answer {}

    record Refused(Fields fields) implements Answer {}

    record NotFound() implements Answer {}

    /** The provider didn't receive the request. */
    record NotSent() implements Answer {}

    record Lost(String detail) implements Answer {}
  }

  Line(ConnectorSetup setup) {
    this.address = URI.create(setup.settings().get("address"));
    this.key = setup.credentials().get("key");
  }

  Answer get(String path, Deadline deadline) {
    return send(request(path).GET(), deadline);
  }

  /**
   * Sends a request.
   *
   * @param idempotencyKey the key under which the provider executes the request once
   */
  Answer post(String path, String idempotencyKey, Fields fields, Deadline deadline) {
    return send(
        request(path)
            .header("Idempotency-Key", idempotencyKey)
            .POST(BodyPublishers.ofString(fields.text())),
        deadline);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve(path)).header("Authorization", "Bearer " + key);
  }

  private Answer send(HttpRequest.Builder request, Deadline deadline) {
    Duration left = deadline.remaining();
    if (left.isZero()) {
      return new Answer.NotSent();
    }
    try {
      HttpResponse<String> response =
          client.send(request.timeout(left).build(), BodyHandlers.ofString());
      return switch (response.statusCode()) {
        case 200 -> new Answer.Done(Fields.parse(response.body()));
        case 402 -> new Answer.Refused(Fields.parse(response.body()));
        case 404 -> new Answer.NotFound();
        case 401 -> new Answer.NotSent();
        default -> new Answer.Lost("status " + response.statusCode());
      };
    } catch (ConnectException nobodyThere) {
      return new Answer.NotSent();
    } catch (IOException lost) {
      return new Answer.Lost(lost.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Answer.Lost("interrupted");
    }
  }
}
