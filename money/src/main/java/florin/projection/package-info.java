/**
 * Projections: data that is derived from events, outside the payment path. Nothing is added to a
 * payment's commits.
 *
 * <p>{@link florin.projection.Follower} processes the committed events in the order of their
 * positions. It applies a bounded batch and advances the projection's row, in one transaction with
 * that row's lock. So each event counts exactly once even after a crash, and one of several nodes
 * works while the others skip.
 */
@org.jspecify.annotations.NullMarked
package florin.projection;
