package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import florin.core.Currency;
import florin.dashboard.TodayFigures.TodayFigure;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What Home says of today beside yesterday. */
class TodayFiguresTest {
  private static final Instant TODAY = Instant.parse("2026-03-02T00:00:00Z");
  private static final Instant YESTERDAY = TODAY.minus(Duration.ofDays(1));

  @Test
  void what_is_compared_are_the_hours_that_are_over_and_both_figures_of_them_are_told() {
    List<TodayFigure> lines = at("04:30", Map.of(1, 2L, 4, 9L), Map.of(2, 1L, 4, 20L));

    assertThat(lines.get(0))
        .isEqualTo(
            new TodayFigure(
                "Volume so far",
                "$11.00",
                "good",
                "+100.0%",
                "by 04:00",
                "$2.00 against $1.00",
                "$21.00"));
    assertThat(lines.get(1).compared()).isEqualTo("2 against 1");
    assertThat(lines.get(2).change() + " " + lines.get(2).compared())
        .isEqualTo("No change 100.0% against 100.0%");
  }

  @Test
  void where_yesterday_had_nothing_it_says_so_of_the_same_hours() {
    assertThat(at("04:30", Map.of(4, 9L), Map.of(4, 20L)))
        .extracting(line -> line.change() + " " + line.until() + line.compared())
        .containsOnly("None yesterday by 04:00");
  }

  @Test
  void within_the_first_hour_nothing_is_compared() {
    assertThat(at("00:59", Map.of(0, 9L), Map.of(0, 20L)))
        .extracting(TodayFigure::change, TodayFigure::compared)
        .containsOnly(tuple("", ""));
  }

  private static List<TodayFigure> at(
      String time, Map<Integer, Long> today, Map<Integer, Long> yesterday) {
    return TodayFigures.of(
            day(TODAY, today),
            day(YESTERDAY, yesterday),
            Instant.parse("2026-03-02T" + time + ":00Z"))
        .lines();
  }

  /**
   * @param payments of a dollar each that succeeded, by the hour
   */
  private static Overview day(Instant begins, Map<Integer, Long> payments) {
    List<Slice> hours =
        IntStream.range(0, 24)
            .mapToObj(hour ->
                new Slice(
                    begins.plus(Duration.ofHours(hour)), dollars(payments.getOrDefault(hour, 0L))))
            .toList();
    return new Overview(
        Currency.get("usd"),
        hours.stream().map(Slice::totals).reduce(Totals.NONE, Totals::plus),
        hours,
        List.of());
  }

  private static Totals dollars(long count) {
    return new Totals(count, 100 * count, 0, 0, 0, 0, 0, 0);
  }
}
