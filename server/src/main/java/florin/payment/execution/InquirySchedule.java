package florin.payment.execution;

import florin.payment.machine.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When recovery asks again about an attempt that it could not settle: often at first, hourly in the
 * end, never giving up.
 */
final class InquirySchedule {
  /** So often with the connector's own pause: most of what is unknown becomes known soon. */
  private static final int QUICK = 10;

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

  /**
   * @param pause how soon the network may be asked again
   */
  static Instant next(Attempt attempt, Duration pause, Instant now) {
    int checked = attempt.state().checked();
    if (checked < QUICK) {
      return now.plus(pause);
    }
    Duration later = LATER.get(Math.min(checked - QUICK, LATER.size() - 1));
    return now.plus(later.compareTo(pause) < 0 ? pause : later);
  }
}
