package florin.payment.execution;

import static java.util.Collections.max;
import static java.util.Collections.min;

import florin.payment.machine.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When recovery asks again about an attempt that it could not resolve: often at first, hourly in
 * the end, never giving up.
 *
 * <p>How often it was asked says little alone: each start of a process asks, and so does each
 * webhook. So no pause is longer than half of what the attempt is old, and a provider that answers
 * again after an outage is asked before another half of that outage is over.
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
    Duration half = Duration.between(attempt.created(), now).dividedBy(2);
    return now.plus(max(List.of(pause, min(List.of(later, half)))));
  }
}
