package florin.http;

import java.util.Optional;

/** Whether this node can serve. Asked on every `/readyz` and more, so it answers from memory. */
@FunctionalInterface
public interface Readiness {
  /** Empty when ready; else a word or two for the operator, such as `database`. */
  Optional<String> notReadyBecause();

  /** When not, it answers what only reads. */
  default boolean mayTakeWork() {
    return true;
  }
}
