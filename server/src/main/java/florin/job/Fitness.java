package florin.job;

/**
 * Whether this node may take work that another could do as well: attempts to recover, deliveries,
 * and all that loops find to be due.
 */
@FunctionalInterface
public interface Fitness {
  /** Asked before each round of a loop and at each request, so it answers from memory. */
  boolean mayTakeWork();
}
