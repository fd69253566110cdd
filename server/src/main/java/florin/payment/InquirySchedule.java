package florin.payment;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When recovery asks again about an attempt that it could not settle: often at first, hourly in the
 * end, never giving up.
 */
final class InquirySchedule {
  /** The first five seconds, in which most of what is unknown becomes known. */
  private static final int QUICK = 10;

  private static final Duration QUICK_DELAY = Duration.ofMillis(500);

  private static final List<Duration> LATER =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofHours(1));

  private InquirySchedule() {}

  static Instant next(Attempt attempt, Instant now) {
    int checked = attempt.state().checked();
    return now.plus(
        checked < QUICK ? QUICK_DELAY : LATER.get(Math.min(checked - QUICK, LATER.size() - 1)));
  }
}
