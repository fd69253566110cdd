package florin.drill;

import florin.testing.TestApp;
import java.time.Duration;

/** The ways on after a crash: whether the client asks again, and on which node it all goes on. */
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

  /** The node that goes on where this one has died; another has the dead one's lease behind it. */
  TestApp next(TestApp dead) {
    return next(dead, Drill.LEASE);
  }

  /**
   * @param lease the longest that the connector of its payments may ask for
   */
  TestApp next(TestApp dead, Duration lease) {
    if (!isOnAnotherNode()) {
      return dead.reopen();
    }
    Drill.passLease(dead, lease);
    return dead.openAnotherNode();
  }
}
