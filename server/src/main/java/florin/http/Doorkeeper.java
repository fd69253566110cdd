package florin.http;

import florin.core.Caller;
import java.util.Optional;

/**
 * Looks at a request's headers, before its body is read. Whom it lets in it tells {@link
 * Exchange#hasKey}; for whom it does not, its answer is all there is.
 */
@FunctionalInterface
public interface Doorkeeper {
  Doorkeeper NONE = _ -> Optional.empty();

  Optional<Answer> refuse(Exchange exchange);

  /**
   * Who asks by a secret key, where that can be told without waiting for anything: this is asked on
   * the thread that reads from all connections. Empty where {@link #refuse} has to look it up.
   */
  default Optional<Caller> recall(Exchange exchange) {
    return Optional.empty();
  }
}
