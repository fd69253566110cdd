package florin.http;

import florin.core.Problem;
import java.util.Optional;

/** The pages that browsers get instead of an error as JSON. */
@FunctionalInterface
public interface ErrorPages {
  ErrorPages NONE = (_, _) -> Optional.empty();

  /**
   * Returns the page; empty if the client gets JSON. It must not block: it also runs on the thread
   * that reads from all connections.
   */
  Optional<Answer> find(Problem problem, Exchange exchange);
}
