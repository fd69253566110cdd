package florin.http;

import florin.core.Caller;
import java.time.Duration;
import java.util.Optional;

/**
 * Who may run when not all can, first to last. Each may use so much of its crowd's permits that
 * those before it still find some when it has taken all it may. See decision 032.
 */
enum Precedence {
  FIRST(8, 50),
  LIVE(7, 10),
  TEST_FOLLOW_UPS(6, 50),
  TEST(5, 10),
  LIVE_LISTINGS(4, 0),
  TEST_LISTINGS(3, 0);

  private static final int WHOLE = 8;

  private final int eighths;
  private final Duration longestWait;

  Precedence(int eighths, int longestWaitMs) {
    this.eighths = eighths;
    this.longestWait = Duration.ofMillis(longestWaitMs);
  }

  /**
   * @param caller empty while the key is not known, which may be a live one, and where none is
   *     needed: there is nobody to come before then
   */
  static Precedence of(Urgency urgency, Optional<Caller> caller) {
    boolean isTest = caller.filter(known -> !known.realm().mode().isLive()).isPresent();
    return switch (urgency) {
      case FOLLOW_UP -> isTest ? TEST_FOLLOW_UPS : FIRST;
      case USUAL -> isTest ? TEST : LIVE;
      case LISTING -> isTest ? TEST_LISTINGS : LIVE_LISTINGS;
    };
  }

  /**
   * How long it may wait for a permit, from when its thread runs. Mostly as long as a payment takes
   * of our own time, which nobody notices: most of a rush is refused, and is to know it soon. What
   * goes on with money is little, and better done late. A list is asked for again as well.
   */
  Duration longestWait() {
    return longestWait;
  }

  boolean waits() {
    return longestWait.isPositive();
  }

  /** Permits that may be taken before it is refused; rounded up, so that there is one. */
  int of(int permits) {
    return (int) (((long) permits * eighths + WHOLE - 1) / WHOLE);
  }
}
