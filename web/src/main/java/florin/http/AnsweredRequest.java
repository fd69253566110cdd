package florin.http;

import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A request after its response was sent, with the data that may be stored: no headers, no query, no
 * bodies.
 *
 * @param route the template of the endpoint, for example `/v2/payments/{id}`
 * @param path the template with the actual ids. Any other segment stays a placeholder such as
 *     `{id}`, because it could be anything, even a card number
 * @param duration from the end of the headers to the end of the response
 * @param caller empty without a valid key
 * @param error the code, if the response is an error
 * @param address the client's address, or the nearest known one
 */
public record AnsweredRequest(
    RequestId request,
    Instant received,
    String method,
    String route,
    String path,
    int status,
    Duration duration,
    Optional<Caller> caller,
    Optional<ErrorCode> error,
    String address) {

  /** Receives requests on their own threads, so it must not block. */
  @FunctionalInterface
  public interface Listener {
    Listener NOBODY = (_, _) -> {};

    void answered(AnsweredRequest request, RequestContent content);
  }
}
