package florin.payment.execution;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Payment;
import florin.payment.machine.Samples;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * If the outcome stays unknown, Florin queries the network at growing intervals and never stops.
 */
class InquiryScheduleTest {
  private static final Duration A_DAY = Duration.ofDays(1);

  @Test
  void the_pauses_between_inquiries_grow_from_half_a_second_to_at_most_an_hour() {
    List<Duration> pauses = pauses(30, A_DAY);

    assertThat(pauses).isSorted();
    assertThat(pauses.subList(0, 10)).containsOnly(Duration.ofMillis(500));
    assertThat(pauses.subList(10, 18))
        .containsExactly(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofHours(1));
    assertThat(pauses.subList(18, 30)).containsOnly(Duration.ofHours(1));
  }

  @Test
  void no_pause_is_longer_than_half_of_the_attempts_age_regardless_of_earlier_inquiries() {
    assertThat(pauses(30, Duration.ofSeconds(40)).getLast()).isEqualTo(Duration.ofSeconds(20));
    assertThat(pauses(30, Duration.ZERO)).containsOnly(Duration.ofMillis(500));
    assertThat(pauses(30, Duration.ofSeconds(-40))).containsOnly(Duration.ofMillis(500));
  }

  @Test
  void while_a_payer_is_on_the_page_for_a_minute_the_provider_is_asked_six_times() {
    Attempt attempt = attempt(attempts(Samples.NOW));
    var asked = new ArrayList<Duration>();
    Instant now = Samples.NOW;
    while (asked.size() < 6) {
      now = InquirySchedule.ofPayer(attempt, Duration.ofSeconds(5), now);
      asked.add(Duration.between(Samples.NOW, now));
    }

    assertThat(asked.subList(0, 3))
        .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(15));
    assertThat(asked.getLast()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(51));
  }

  /** Returns the pauses that recovery makes. Each inconclusive inquiry schedules the next one. */
  private static List<Duration> pauses(int count, Duration age) {
    Instant now = Samples.NOW.plus(age);
    Attempts attempts = attempts(now);
    Attempt attempt = attempt(attempts);
    var pauses = new ArrayList<Duration>();
    for (int i = 0; i < count; i++) {
      Instant next = attempts.nextInquiry(attempt);
      pauses.add(Duration.between(now, next));
      attempt = attempts.take(attempt).askAgain(Progress.UNKNOWN, next);
    }
    return pauses;
  }

  private static Attempts attempts(Instant now) {
    return new Attempts(
        new Owner(UUID.randomUUID(), UUID.randomUUID()),
        new IdSource(InstantSource.fixed(Samples.NOW)),
        InstantSource.fixed(now),
        Samples.NO_CONNECTORS);
  }

  private static Attempt attempt(Attempts attempts) {
    Payment payment = Samples.begin(Samples.usd(1000), CaptureMethod.AUTOMATIC).payment();
    return attempts.begin(payment, Optional.empty(), new RequestId(UUID.randomUUID()));
  }
}
