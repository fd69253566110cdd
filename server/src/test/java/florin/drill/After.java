package florin.drill;

import florin.testing.TestApp;

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
    if (!isOnAnotherNode()) {
      return dead.reopen();
    }
    Drill.passLease(dead);
    return dead.openAnotherNode();
  }
}
