package florin.http;

import florin.core.Caller;
import java.util.Optional;

/**
 * Checks a request's headers before its body is read. It passes an authenticated caller to {@link
 * Exchange#hasKey}; otherwise its response ends the request.
 */
@FunctionalInterface
public interface Doorkeeper {
  Doorkeeper NONE = _ -> Optional.empty();

  Optional<Answer> refuse(Exchange exchange);

  /**
   * Returns the caller of a secret key, if this is possible without blocking: it runs on the thread
   * that reads from all connections. Empty if {@link #refuse} must look it up.
   */
  default Optional<Caller> recall(Exchange exchange) {
    return Optional.empty();
  }
}
