package florin.http;

import florin.core.Caller;
import java.util.Optional;

/**
 * Who may run when not all can, first to last. Each may use so much of its crowd's permits that
 * those before it still find some when it has taken all it may. See decision 032.
 */
enum Precedence {
  FIRST(8),
  LIVE(7),
  TEST_FOLLOW_UPS(6),
  TEST(5),
  LIVE_LISTINGS(4),
  TEST_LISTINGS(3);

  private static final int WHOLE = 8;

  private final int eighths;

  Precedence(int eighths) {
    this.eighths = eighths;
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

  /** Whether it may wait for a permit for a moment; a list is asked for again as well. */
  boolean waits() {
    return this != LIVE_LISTINGS && this != TEST_LISTINGS;
  }

  /** Permits that may be taken before it is refused; rounded up, so that there is one. */
  int of(int permits) {
    return (int) (((long) permits * eighths + WHOLE - 1) / WHOLE);
  }
}
