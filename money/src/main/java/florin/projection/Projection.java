package florin.projection;

import java.sql.Connection;
import java.sql.SQLException;

/** Data derived from events. */
public interface Projection {
  /** Returns the name of its row in the table `projection`. */
  String name();

  /**
   * Waits for other work that the batch must not overlap, at the start of its transaction. At that
   * time the transaction has no number, so a long wait does not hold back the readers of events.
   */
  default void lock(Connection connection) throws SQLException {}

  /**
   * Applies a batch of events, in the transaction that advances the position. So each event is
   * applied exactly once, even after a crash.
   */
  void apply(EventBatch batch) throws SQLException;
}
