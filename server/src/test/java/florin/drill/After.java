package florin.drill;

import florin.testing.TestApp;
import java.time.Duration;

/**
 * The continuations after a crash: with or without a repeated request, on the same or another node.
 */
enum After {
  NO_RETRY_SAME_NODE,
  NO_RETRY_OTHER_NODE,
  RETRY_SAME_NODE,
  RETRY_OTHER_NODE;

  boolean hasRetry() {
    return this == RETRY_SAME_NODE || this == RETRY_OTHER_NODE;
  }

  private boolean isOnAnotherNode() {
    return this == NO_RETRY_OTHER_NODE || this == RETRY_OTHER_NODE;
  }

  /** Returns the next node. Before another node starts, the lease of the dead one expires. */
  TestApp next(TestApp dead) {
    return next(dead, Drill.LEASE);
  }

  /**
   * Returns the next node.
   *
   * @param lease the longest lease that the payments' connector may request
   */
  TestApp next(TestApp dead, Duration lease) {
    if (!isOnAnotherNode()) {
      return dead.reopen();
    }
    Drill.passLease(dead, lease);
    return dead.openAnotherNode();
  }
}
