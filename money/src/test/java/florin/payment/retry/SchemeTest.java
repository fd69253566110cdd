package florin.payment.retry;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemeTest {
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  @Test
  void visa_allows_20_attempts_in_30_days() {
    assertThat(Scheme.VISA.after(List.of(), NOW)).isEqualTo(allowed(20));
    assertThat(Scheme.VISA.after(daily(19), NOW)).isEqualTo(allowed(1));
    assertThat(Scheme.VISA.after(daily(20), NOW))
        .isEqualTo(refused(NOW.minus(DAY.multipliedBy(20)).plus(DAY.multipliedBy(30))));
  }

  @Test
  void mastercard_allows_10_attempts_in_24_hours_and_35_in_30_days() {
    assertThat(Scheme.MASTERCARD.after(times(9, Duration.ofHours(1)), NOW)).isEqualTo(allowed(1));
    assertThat(Scheme.MASTERCARD.after(times(10, Duration.ofHours(1)), NOW))
        .isEqualTo(refused(NOW.plus(DAY).minusSeconds(3600)));
    List<Instant> month =
        Stream.concat(
                times(30, Duration.ofDays(20)).stream(), times(5, Duration.ofHours(2)).stream())
            .toList();
    assertThat(Scheme.MASTERCARD.after(month, NOW))
        .isEqualTo(refused(NOW.plus(DAY.multipliedBy(10))));
    assertThat(Scheme.MASTERCARD.after(month.subList(0, 34), NOW)).isEqualTo(allowed(1));
  }

  @Test
  void the_later_of_two_windows_decides() {
    List<Instant> both =
        Stream.concat(
                times(25, Duration.ofDays(29)).stream(), times(10, Duration.ofHours(1)).stream())
            .toList();

    assertThat(Scheme.MASTERCARD.after(both, NOW)).isEqualTo(refused(NOW.plus(DAY)));
  }

  @Test
  void an_attempt_is_allowed_from_the_announced_time_on() {
    List<Instant> tries = daily(20);
    Instant next = Scheme.VISA.after(tries, NOW).notBefore().orElseThrow();

    assertThat(Scheme.VISA.after(tries, next).allowed()).isTrue();
    assertThat(Scheme.VISA.after(tries, next.minusSeconds(2)).allowed()).isFalse();
  }

  private static List<Instant> times(int number, Duration ago) {
    return Collections.nCopies(number, NOW.minus(ago));
  }

  /** Returns one attempt for each of the past days. */
  private static List<Instant> daily(int days) {
    return IntStream.rangeClosed(1, days).mapToObj(i -> NOW.minus(DAY.multipliedBy(i))).toList();
  }

  private static Retry allowed(int left) {
    return new Retry(true, Optional.empty(), left);
  }

  private static Retry refused(Instant next) {
    return new Retry(false, Optional.of(next.plusSeconds(1)), 0);
  }
}
