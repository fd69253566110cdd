package florin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import florin.core.Currency;
import florin.db.IdTime;
import florin.report.Figures.CurrencySum;
import florin.report.Overview.Slice;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In any time zone, the days and hours of a report add up to the payments within them. */
@TakesLong
class ReportZonesTest {
  private static final Currency USD = Currency.get("usd");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** Daylight saving time in Berlin begins on March 29, 2026, and ends on October 25. */
  private static final List<LocalDate> CHANGES =
      List.of(LocalDate.of(2026, 3, 29), LocalDate.of(2026, 10, 25));

  private static final Duration APART = Duration.ofSeconds(433);

  private static TestApp florin;

  @BeforeAll
  static void pay() {
    florin = TestApp.open();
    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    for (LocalDate change : CHANGES) {
      florin.update(
          """
          INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at)
          SELECT realm_id, gen_random_uuid(), type, object_id, sequence, body, '%s'::timestamptz + n * interval '433 seconds'
            FROM event, generate_series(1, 1200) n
           WHERE type = 'payment.succeeded'
             AND created_at > '2026-11-01'
          """
              .formatted(change.minusDays(3) + "T00:00:00Z"));
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> florin.app().report().figures.behindSince().isEmpty());
  }

  @AfterAll
  static void close() {
    florin.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "America/St_Johns",
        "Asia/Kathmandu",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Kiritimati",
        "Pacific/Pago_Pago"
      })
  void each_day_has_what_was_paid_between_its_midnights(String name) {
    for (LocalDate change : CHANGES) {
      Days days = new Days(change.minusDays(2), change.plusDays(2), ZoneId.of(name));
      Overview overview = figures().byDay(florin.realm(), days, USD);

      assertThat(succeeded(overview))
          .isEqualTo(days.list().stream().map(day -> paid(day, name)).toList());
      long all = overview.all().succeeded();
      assertThat(figures().listSums(florin.realm(), days))
          .extracting(CurrencySum::currency, sum -> sum.totals().volume())
          .containsExactly(tuple(USD, all * 1000));
      assertThat(figures().breakDown(florin.realm(), days, USD).brands())
          .containsExactly(new Figures.Breakdown.Share("visa", all, 0));
      for (LocalDate day : days.list()) {
        assertThat(figures().byHour(florin.realm(), day, days.zone(), USD).all().succeeded())
            .isEqualTo(paid(day, name));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Kiritimati"})
  void the_weeks_of_a_long_range_and_its_last_day_are_exact(String name) {
    LocalDate last = CHANGES.get(1).plusDays(1);
    Days days = Days.until(last, 250, ZoneId.of(name));
    List<Long> found = succeeded(figures().byDay(florin.realm(), days, USD));
    List<Long> paid = days.list().stream().map(day -> paid(day, name)).toList();

    for (int from = 0; from < 249; from += 7) {
      int until = Math.min(from + 7, 249);
      assertThat(sum(found.subList(from, until)))
          .as("days %d to %d", from, until)
          .isEqualTo(sum(paid.subList(from, until)));
    }
    assertThat(found.getLast()).isEqualTo(paid.getLast());
    assertThat(figures().listSums(florin.realm(), days))
        .extracting(all -> all.totals().succeeded())
        .containsExactly(sum(paid));
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(count -> count).sum();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Kiritimati"})
  void the_estimate_of_a_day_has_no_payment_of_another_day(String name) {
    LocalDate day = CHANGES.get(1);
    ZoneId zone = ZoneId.of(name);
    var one =
        new IdTime.Span(
            Optional.of(day.atStartOfDay(zone).toInstant()),
            Optional.of(day.plusDays(1).atStartOfDay(zone).toInstant()));
    var since = new IdTime.Span(one.from(), one.from().map(from -> from.plus(Duration.ofDays(4))));

    assertThat(figures().estimate(florin.realm(), one).succeeded()).isEqualTo(paid(day, name));
    assertThat(figures().estimate(florin.realm(), since).succeeded())
        .isEqualTo(
            CHANGES.stream()
                .flatMap(ReportZonesTest::times)
                .filter(time -> !time.isBefore(since.from().orElseThrow()))
                .filter(time -> time.isBefore(since.until().orElseThrow()))
                .count());
  }

  @Test
  void an_hour_that_summer_time_skips_is_empty_and_one_that_it_repeats_counts_twice() {
    assertThat(hours(CHANGES.get(0)).get(2)).isZero();
    assertThat(hours(CHANGES.get(0)).get(3)).isBetween(8L, 9L);
    assertThat(hours(CHANGES.get(1)).get(2)).isBetween(16L, 17L);
    assertThat(hours(CHANGES.get(1)).get(3)).isBetween(8L, 9L);
  }

  private static List<Long> hours(LocalDate day) {
    return succeeded(figures().byHour(florin.realm(), day, BERLIN, USD));
  }

  private static List<Long> succeeded(Overview overview) {
    return overview.slices().stream().map(Slice::totals).map(Totals::succeeded).toList();
  }

  private static long paid(LocalDate day, String zone) {
    return CHANGES.stream()
        .flatMap(ReportZonesTest::times)
        .filter(time -> time.atZone(ZoneId.of(zone)).toLocalDate().equals(day))
        .count();
  }

  /**
   * Returns the times of payments around a change of daylight saving time. The database keeps
   * quarter hours only for a short time.
   */
  private static Stream<Instant> times(LocalDate change) {
    Instant begin = change.minusDays(3).atStartOfDay(ZoneOffset.UTC).toInstant();
    return LongStream.rangeClosed(1, 1200).mapToObj(n -> begin.plus(APART.multipliedBy(n)));
  }

  private static Figures figures() {
    return florin.app().report().figures;
  }
}
