package florin.projection;

import java.sql.SQLException;

/** Data derived from events. */
public interface Projection {
  /** Returns the name of its row in the table `projection`. */
  String name();

  /**
   * Applies a batch of events, in the transaction that advances the position. So each event is
   * applied exactly once, even after a crash.
   */
  void apply(EventBatch batch) throws SQLException;
}
