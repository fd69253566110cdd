package florin.dashboard.home;

import florin.core.Currency;
import florin.dashboard.parts.Chart;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.FigureText.FigureChange;
import florin.page.AmountText;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The figures of today and yesterday, by hours of the clock in the time zone of the reports. A
 * comparison covers only complete hours.
 *
 * @param hours the rows of the table: the hours of today that have begun
 */
public record TodayFigures(List<TodayFigure> lines, Chart chart, List<Hour> hours) {
  public TodayFigures {
    lines = List.copyOf(lines);
    hours = List.copyOf(hours);
  }

  /**
   * A figure of today.
   *
   * @param figure the value so far
   * @param compared both days until the last complete hour, `$20.00 by 14:00, $10.00 by then
   *     yesterday`; empty within the first hour, and if neither day has a value
   * @param change between these two; empty if either has too few payments
   * @param whole the value for all of yesterday
   */
  public record TodayFigure(
      String label, String figure, String compared, FigureChange change, String whole) {}

  /**
   * An hour.
   *
   * @param today empty if it has not begun
   */
  public record Hour(String words, Optional<Totals> today, Totals yesterday) {}

  private static final int HOURS = 24;

  /**
   * Returns the figures.
   *
   * @param now the time today
   */
  static TodayFigures of(Overview today, Overview yesterday, LocalTime now) {
    int over = now.getHour();
    int begun = over + 1;
    Totals until = sum(today, over);
    Totals same = sum(yesterday, over);
    var days = new Days(today.all(), until, yesterday.all(), same, over);
    return new TodayFigures(
        List.of(
            days.line(
                "Volume so far",
                of -> AmountText.of(of.volume(), today.currency()),
                FigureText.change(until.volume(), same.volume(), true)),
            days.line(
                "Payments so far",
                of -> FigureText.count(of.payments()),
                FigureText.change(until.payments(), same.payments(), true)),
            days.line(
                "Success rate",
                of -> FigureText.percent(of.successRate()),
                FigureText.change(until.successRate(), same.successRate()))),
        chart(today, yesterday, begun, now),
        IntStream.range(0, HOURS)
            .mapToObj(i ->
                new Hour(
                    hour(i) + " – " + hour(i + 1),
                    i < begun ? Optional.of(today.slices().get(i).totals()) : Optional.empty(),
                    yesterday.slices().get(i).totals()))
            .toList());
  }

  /**
   * Both days, and their parts until the last complete hour.
   *
   * @param hours the number of complete hours
   */
  private record Days(Totals today, Totals until, Totals yesterday, Totals same, int hours) {
    TodayFigure line(String label, Function<Totals, String> text, FigureChange change) {
      String now = text.apply(until);
      String then = text.apply(same);
      boolean isNone = now.equals(FigureText.NONE) && then.equals(FigureText.NONE);
      return new TodayFigure(
          label,
          text.apply(today),
          hours == 0 || isNone ? "" : "By %s %s, yesterday %s".formatted(hour(hours), now, then),
          change.onlyIf(FigureText.isEnough(until.payments(), same.payments())),
          text.apply(yesterday));
    }
  }

  private static Totals sum(Overview day, int hours) {
    return day.slices().stream().limit(hours).map(Slice::totals).reduce(Totals.NONE, Totals::plus);
  }

  private static Chart chart(Overview today, Overview yesterday, int begun, LocalTime time) {
    Currency currency = today.currency();
    List<Long> now = volumes(today, begun);
    List<Long> before = volumes(yesterday, HOURS);
    return Chart.ofHours(
        "Volume today and yesterday by hour; the table below has the values",
        now,
        100.0 * time.toSecondOfDay() / Duration.ofDays(1).toSeconds(),
        before,
        IntStream.range(0, HOURS)
            .mapToObj(i ->
                "By %s · %s · yesterday: %s"
                    .formatted(
                        i == begun - 1 ? "now" : hour(i + 1),
                        i < begun ? "today: " + AmountText.of(now.get(i), currency) : "no data yet",
                        AmountText.of(before.get(i), currency)))
            .toList(),
        HomeFigures.unit(currency),
        value -> AmountText.compact(value, currency));
  }

  /** Returns the cumulative volume at the end of each hour. */
  private static List<Long> volumes(Overview day, int hours) {
    var sums = new ArrayList<Long>();
    long sum = 0;
    for (Slice slice : day.slices().subList(0, hours)) {
      sum += slice.totals().volume();
      sums.add(sum);
    }
    return sums;
  }

  private static String hour(int hour) {
    return "%02d:00".formatted(hour);
  }
}
