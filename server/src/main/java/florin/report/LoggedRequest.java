package florin.report;

import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A request of the interface that was answered, without query and bodies.
 *
 * @param route the template, for example `/v2/payments/{id}`
 * @param path the same with its ids
 * @param error the error's code, where the answer was one
 * @param address of the socket's other end
 */
public record LoggedRequest(
    Realm realm,
    RequestId id,
    Instant received,
    String method,
    String route,
    String path,
    int status,
    Duration duration,
    KeyId key,
    Optional<String> error,
    String address) {
  static final int FIRST_ERROR = 400;

  public boolean isError() {
    return status >= FIRST_ERROR;
  }
}
