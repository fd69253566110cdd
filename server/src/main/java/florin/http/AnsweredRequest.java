package florin.http;

import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A request whose answer is out, as far as it may be kept: no headers, no query, no bodies.
 *
 * @param route the template of the endpoint, for example `/v2/payments/{id}`
 * @param path the same with the ids that stood there; what is no id stays `{id}`, for it may be
 *     anything, a card number too
 * @param duration from the end of the headers to the end of the answer
 * @param caller empty where no valid key came
 * @param error of an answer that is one
 * @param address the client's, or the nearest to it that is known
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

  /** Told on the request's own thread: whoever listens must not wait. */
  @FunctionalInterface
  public interface Listener {
    Listener NOBODY = (_, _) -> {};

    void answered(AnsweredRequest request, RequestContent content);
  }
}
