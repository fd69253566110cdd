package florin.http;

import java.util.Optional;

/**
 * Whether this node can serve requests. Every `/readyz` and other requests ask for it, so it
 * responds from memory.
 */
@FunctionalInterface
public interface Readiness {
  /** Returns empty if ready, otherwise a word or two for the operator, such as `database`. */
  Optional<String> notReadyBecause();

  /** Returns whether the node may change anything; otherwise it serves only reads. */
  default boolean mayTakeWork() {
    return true;
  }
}
