package florin.job;

/**
 * Whether this node may take work that another node could do: recovering attempts, deliveries, and
 * everything that jobs find due.
 */
@FunctionalInterface
public interface WorkAcceptance {
  /** Returns the state from memory, because every round of a job and every request asks for it. */
  boolean mayTakeWork();
}
