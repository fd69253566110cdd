package florin.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import florin.core.Currency;
import florin.dashboard.home.TodayFigures.TodayFigure;
import florin.dashboard.parts.FigureText.FigureChange;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Home's comparison of today with yesterday. */
class TodayFiguresTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);
  private static final LocalDate YESTERDAY = TODAY.minusDays(1);

  @Test
  void a_change_is_between_complete_hours_and_both_figures_are_shown() {
    List<TodayFigure> lines = at("04:30", Map.of(1, 20L, 4, 9L), Map.of(2, 10L, 4, 200L));

    assertThat(lines.get(0))
        .isEqualTo(
            new TodayFigure(
                "Volume so far",
                "$29.00",
                "By 04:00 $20.00, yesterday $10.00",
                new FigureChange("good", "+100.0%"),
                "$210.00"));
    assertThat(lines.get(1).compared()).isEqualTo("By 04:00 20, yesterday 10");
    assertThat(lines.get(2).compared() + " " + lines.get(2).change().words())
        .isEqualTo("By 04:00 100.0%, yesterday 100.0% No change");
  }

  /**
   * Without this rule, a million in the current hour appeared above a red −100.0% for earlier
   * hours.
   */
  @Test
  void with_fewer_than_ten_payments_on_a_side_there_is_no_percentage_and_no_color() {
    for (Map<Integer, Long> today : List.of(Map.of(4, 9000L), Map.of(2, 9L, 4, 9000L))) {
      assertThat(at("04:30", today, Map.of(2, 1000L)))
          .extracting(TodayFigure::change)
          .containsOnly(new FigureChange("calm", ""));
    }
    assertThat(at("04:30", Map.of(2, 1000L), Map.of(2, 9L)))
        .extracting(TodayFigure::change)
        .containsOnly(new FigureChange("calm", ""));
    assertThat(at("04:30", Map.of(2, 10L), Map.of(2, 40L)).get(0).change().words())
        .isEqualTo("−75.0%");
    assertThat(at("04:30", Map.of(4, 9L), Map.of(2, 3L)).get(0).compared())
        .isEqualTo("By 04:00 $0.00, yesterday $3.00");
  }

  @Test
  void within_the_first_hour_nothing_is_compared() {
    assertThat(at("00:59", Map.of(0, 90L), Map.of(0, 200L)))
        .extracting(TodayFigure::change, TodayFigure::compared)
        .containsOnly(tuple(new FigureChange("calm", ""), ""));
  }

  @Test
  void a_rate_is_not_compared_if_neither_day_had_a_payment_by_then() {
    TodayFigure rate = at("04:30", Map.of(4, 20L), Map.of(9, 20L)).get(2);

    assertThat(rate.figure()).isEqualTo("100.0%");
    assertThat(rate.compared()).isEmpty();
  }

  private static List<TodayFigure> at(
      String time, Map<Integer, Long> today, Map<Integer, Long> yesterday) {
    return TodayFigures.of(day(TODAY, today), day(YESTERDAY, yesterday), LocalTime.parse(time))
        .lines();
  }

  /**
   * @param payments the number of successful payments of one dollar, by hour
   */
  private static Overview day(LocalDate day, Map<Integer, Long> payments) {
    List<Slice> hours =
        IntStream.range(0, 24)
            .mapToObj(
                hour -> new Slice(day.atTime(hour, 0), dollars(payments.getOrDefault(hour, 0L))))
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
