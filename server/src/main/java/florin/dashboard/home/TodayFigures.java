package florin.dashboard.home;

import florin.core.Currency;
import florin.dashboard.parts.Chart;
import florin.dashboard.parts.FigureText;
import florin.page.AmountText;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The figures of today and yesterday, by hours of UTC. A comparison covers only complete hours,
 * because figures exist for whole hours.
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
      String label, String figure, String compared, String tone, String change, String whole) {}

  public record Hour(
      String hour, String volume, String payments, String volumeBefore, String paymentsBefore) {}

  private static final int HOURS = 24;

  /**
   * Returns the figures.
   *
   * @param now a time within the first day
   */
  static TodayFigures of(Overview today, Overview yesterday, Instant now) {
    Currency currency = today.currency();
    Duration gone = Duration.between(today.slices().getFirst().begins(), now);
    int over = (int) Math.min(gone.toHours(), HOURS);
    int begun = Math.min(over + 1, HOURS);
    Totals same = sum(yesterday, over);
    Totals until = sum(today, over);
    boolean isEnough = FigureText.isEnough(until.payments(), same.payments());
    return new TodayFigures(
        List.of(
            line(
                "Volume so far",
                AmountText.of(today.all().volume(), currency),
                FigureText.change(until.volume(), same.volume(), true).onlyIf(isEnough),
                over,
                AmountText.of(until.volume(), currency),
                AmountText.of(same.volume(), currency),
                AmountText.of(yesterday.all().volume(), currency)),
            line(
                "Payments so far",
                FigureText.count(today.all().payments()),
                FigureText.change(until.payments(), same.payments(), true).onlyIf(isEnough),
                over,
                FigureText.count(until.payments()),
                FigureText.count(same.payments()),
                FigureText.count(yesterday.all().payments())),
            line(
                "Success rate",
                FigureText.percent(today.all().successRate()),
                FigureText.change(until.successRate(), same.successRate()).onlyIf(isEnough),
                over,
                FigureText.percent(until.successRate()),
                FigureText.percent(same.successRate()),
                FigureText.percent(yesterday.all().successRate()))),
        chart(today, yesterday, begun, gone, currency),
        IntStream.range(0, HOURS).mapToObj(i -> hour(today, yesterday, i, begun)).toList());
  }

  private static TodayFigure line(
      String label,
      String figure,
      FigureText.FigureChange change,
      int over,
      String until,
      String same,
      String whole) {
    return over == 0
        ? new TodayFigure(label, figure, "", "calm", "", whole)
        : new TodayFigure(
            label,
            figure,
            until.equals(FigureText.NONE) && same.equals(FigureText.NONE)
                ? ""
                : "%s by %s, %s by then yesterday".formatted(until, hour(over), same),
            change.tone(),
            change.words(),
            whole);
  }

  private static Totals sum(Overview day, int hours) {
    return day.slices().stream().limit(hours).map(Slice::totals).reduce(Totals.NONE, Totals::plus);
  }

  private static Chart chart(
      Overview today, Overview yesterday, int begun, Duration gone, Currency currency) {
    List<Long> now = volumes(today, begun);
    List<Long> before = volumes(yesterday, HOURS);
    return Chart.ofHours(
        "Volume today and yesterday by hour; the table below has the values",
        now,
        100.0 * Math.min(gone.toMinutes(), HOURS * 60) / (HOURS * 60),
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

  private static Hour hour(Overview today, Overview yesterday, int i, int begun) {
    Currency currency = today.currency();
    Totals now = today.slices().get(i).totals();
    Totals before = yesterday.slices().get(i).totals();
    return new Hour(
        hour(i) + " – " + hour(i + 1),
        i < begun ? AmountText.of(now.volume(), currency) : "",
        i < begun ? FigureText.count(now.payments()) : "",
        AmountText.of(before.volume(), currency),
        FigureText.count(before.payments()));
  }

  private static String hour(int hour) {
    return "%02d:00".formatted(hour);
  }
}
