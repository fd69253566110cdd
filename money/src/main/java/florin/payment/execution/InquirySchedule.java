package florin.payment.execution;

import static java.util.Collections.max;
import static java.util.Collections.min;

import florin.payment.machine.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The schedule of inquiries about an attempt that recovery could not resolve: frequent at first,
 * hourly in the end, without a limit.
 *
 * <p>The number of inquiries is a poor measure, because each start of a process and each webhook
 * adds one. So no pause is longer than half of the attempt's age. When a provider responds again
 * after an outage, it is asked before another half of that outage has passed.
 */
final class InquirySchedule {
  /**
   * The number of inquiries with the connector's own pause. Most unknown outcomes become known
   * soon.
   */
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
   * Returns when to ask next.
   *
   * @param pause the shortest pause that the network allows
   */
  static Instant next(Attempt attempt, Duration pause, Instant now) {
    int checked = attempt.state().checked();
    if (checked < QUICK) {
      return now.plus(pause);
    }
    Duration later = LATER.get(Math.min(checked - QUICK, LATER.size() - 1));
    return now.plus(max(List.of(pause, min(List.of(later, halfOfAge(attempt, now))))));
  }

  /**
   * Returns when to ask next while a payer acts on the provider's page, which takes minutes. The
   * payer's return or a webhook usually comes first, and providers limit the number of requests.
   */
  static Instant ofPayer(Attempt attempt, Duration pause, Instant now) {
    return now.plus(max(List.of(pause, halfOfAge(attempt, now))));
  }

  private static Duration halfOfAge(Attempt attempt, Instant now) {
    return Duration.between(attempt.created(), now).dividedBy(2);
  }
}
