package florin.http;

import florin.core.Caller;
import florin.http.Endpoint.RequestClass;
import java.time.Duration;
import java.util.Optional;

/**
 * The priorities of requests under overload, highest first. Each may use only a part of its traffic
 * class's permits, so that higher priorities still find some. See decision 032.
 */
enum RequestPriority {
  FIRST(8, 50),
  LIVE(7, 10),
  TEST_FOLLOW_UPS(6, 50),
  TEST(5, 10),
  LIVE_LISTINGS(4, 0),
  TEST_LISTINGS(3, 0);

  private static final int WHOLE = 8;

  private final int eighths;
  private final Duration longestWait;

  RequestPriority(int eighths, int longestWaitMs) {
    this.eighths = eighths;
    this.longestWait = Duration.ofMillis(longestWaitMs);
  }

  /**
   * Returns the priority of a request.
   *
   * @param caller empty while the key is not verified, because it may be a live one, and if no key
   *     is needed: then all requests are alike
   */
  static RequestPriority of(RequestClass requestClass, Optional<Caller> caller) {
    boolean isTest = caller.filter(known -> !known.realm().mode().isLive()).isPresent();
    return switch (requestClass) {
      case FOLLOW_UP -> isTest ? TEST_FOLLOW_UPS : FIRST;
      case USUAL -> isTest ? TEST : LIVE;
      case LISTING -> isTest ? TEST_LISTINGS : LIVE_LISTINGS;
    };
  }

  /**
   * Returns the longest wait for a permit, from when the request's thread runs. Mostly this is
   * Florin's own time for a payment, which no caller notices. In an overload most requests are
   * rejected, and callers must learn that soon. Requests that continue with money are few, and are
   * better done late. A list can be requested again.
   */
  Duration longestWait() {
    return longestWait;
  }

  boolean waits() {
    return longestWait.isPositive();
  }

  /**
   * Returns the number of permits that may be taken before this priority is rejected; rounded up,
   * so that it is at least one.
   */
  int of(int permits) {
    return (int) (((long) permits * eighths + WHOLE - 1) / WHOLE);
  }
}
