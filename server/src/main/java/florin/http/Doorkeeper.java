package florin.http;

import java.util.Optional;

/**
 * Looks at a request's headers, before its body is read. Whom it lets in it tells {@link
 * Exchange#hasKey}; for whom it does not, its answer is all there is.
 */
@FunctionalInterface
public interface Doorkeeper {
  Doorkeeper NONE = _ -> Optional.empty();

  Optional<Answer> refuse(Exchange exchange);
}
