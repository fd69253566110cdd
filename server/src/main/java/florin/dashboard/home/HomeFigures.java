package florin.dashboard.home;

import florin.core.Currency;
import florin.dashboard.parts.Chart;
import florin.dashboard.parts.Chart.ChartColumn;
import florin.dashboard.parts.FigureText;
import florin.page.AmountText;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The figures of a range of days on the home page. All amounts come from one {@link Overview} and
 * the one of the days before, so totals are consistent.
 *
 * @param table the last day first
 * @param sum the last row of the table
 * @param unit the unit of a row: `Day` or `Week`
 */
public record HomeFigures(
    List<Metric> metrics, Chart volume, Chart outcomes, List<Row> table, Row sum, String unit) {
  public HomeFigures {
    metrics = List.copyOf(metrics);
    table = List.copyOf(table);
  }

  /**
   * A figure in large letters with its trend.
   *
   * @param than the components of the figure, in words
   * @param change between the complete days and as many days before; empty if either has too few
   *     payments
   * @param compared the two values of the change, `from $1.00` or `from $1.00 to $2.00`; empty if
   *     no day is complete
   * @param now a line in a square of 100 by 100 units
   * @param past the line of the days before
   */
  public record Metric(
      String label,
      String figure,
      String than,
      String tone,
      String change,
      String compared,
      String now,
      String past) {}

  /** A row of the table behind the charts. */
  public record Row(
      String day,
      String volume,
      String refunded,
      String net,
      String succeeded,
      String failed,
      String canceled,
      String rate) {}

  /**
   * Returns the figures.
   *
   * @param before the same number of days, directly before
   * @param customers the number of new customers by day, for both ranges
   */
  static HomeFigures of(
      Overview now, Overview before, Map<LocalDate, Long> customers, LocalDate today) {
    Currency currency = now.currency();
    List<Bucket> buckets = Bucket.of(now, today);
    List<Bucket> past = Bucket.of(before, today);
    Compared compared = Compared.of(now, before, today);
    var metrics = new ArrayList<>(metrics(now.all(), compared, currency, buckets, past));
    metrics.add(customers(customers, compared, today, buckets, past));
    return new HomeFigures(
        metrics,
        volume(buckets, past, currency),
        outcomes(buckets),
        buckets.reversed().stream().map(b -> row(b.words(), b.totals(), currency)).toList(),
        row("Total", now.all(), currency),
        Bucket.isWeekly(now.slices().size()) ? "Week" : "Day");
  }

  /** A function that reads a metric from the totals of a day or of all days. */
  private interface Reading {
    long of(Totals totals);
  }

  /**
   * The two periods of a comparison. If the first one includes today, which is not over, both omit
   * their last day.
   */
  private record Compared(Totals now, Totals before, int days, boolean withoutToday) {
    static Compared of(Overview now, Overview before, LocalDate today) {
      boolean withoutToday = Bucket.day(now.slices().getLast()).equals(today);
      int days = now.slices().size() - (withoutToday ? 1 : 0);
      return new Compared(first(now, days), first(before, days), days, withoutToday);
    }

    private static Totals first(Overview of, int days) {
      return of.slices().stream().limit(days).map(Slice::totals).reduce(Totals.NONE, Totals::plus);
    }

    boolean isEnough() {
      return FigureText.isEnough(now.payments(), before.payments());
    }

    /**
     * Returns the compared values in words. It omits the second value if the metric already shows
     * it.
     */
    String words(String before, String now) {
      return days == 0 ? "" : "from " + before + (withoutToday ? " to " + now : "");
    }
  }

  private static List<Metric> metrics(
      Totals now, Compared compared, Currency currency, List<Bucket> buckets, List<Bucket> past) {
    return List.of(
        money(
            "Volume",
            Totals::volume,
            true,
            AmountText.of(now.net(), currency) + " after refunds",
            now,
            compared,
            currency,
            buckets,
            past),
        metric(
            "Payments",
            FigureText.count(now.payments()),
            "%s succeeded, %s failed, %s canceled"
                .formatted(
                    FigureText.count(now.succeeded()),
                    FigureText.count(now.failed()),
                    FigureText.count(now.canceled())),
            FigureText.change(compared.now().payments(), compared.before().payments(), true)
                .onlyIf(compared.isEnough()),
            compared.words(
                FigureText.count(compared.before().payments()),
                FigureText.count(compared.now().payments())),
            values(buckets, Totals::payments),
            values(past, Totals::payments)),
        metric(
            "Success rate",
            FigureText.percent(now.successRate()),
            "%s of %s completed payments"
                .formatted(FigureText.count(now.succeeded()), FigureText.count(now.decided())),
            FigureText.change(compared.now().successRate(), compared.before().successRate())
                .onlyIf(compared.isEnough()),
            compared.words(
                FigureText.percent(compared.before().successRate()),
                FigureText.percent(compared.now().successRate())),
            values(buckets, HomeFigures::perMille),
            values(past, HomeFigures::perMille)),
        money(
            "Average payment",
            Totals::average,
            false,
            "per successful payment",
            now,
            compared,
            currency,
            buckets,
            past),
        money(
            "Refunded",
            Totals::refunded,
            false,
            refunds(now),
            now,
            compared,
            currency,
            buckets,
            past));
  }

  private static Metric money(
      String label,
      Reading reading,
      boolean isWelcome,
      String than,
      Totals now,
      Compared compared,
      Currency currency,
      List<Bucket> buckets,
      List<Bucket> past) {
    long after = reading.of(compared.now());
    long before = reading.of(compared.before());
    return metric(
        label,
        AmountText.of(reading.of(now), currency),
        than,
        FigureText.change(after, before, isWelcome).onlyIf(compared.isEnough()),
        compared.words(AmountText.of(before, currency), AmountText.of(after, currency)),
        values(buckets, reading),
        values(past, reading));
  }

  private static Metric customers(
      Map<LocalDate, Long> byDay,
      Compared compared,
      LocalDate today,
      List<Bucket> buckets,
      List<Bucket> past) {
    List<Long> now = buckets.stream().map(bucket -> bucket.sum(byDay)).toList();
    List<Long> before = past.stream().map(bucket -> bucket.sum(byDay)).toList();
    LocalDate last = past.getLast().last();
    long after = sum(now) - (compared.withoutToday() ? byDay.getOrDefault(today, 0L) : 0);
    long was = sum(before) - (compared.withoutToday() ? byDay.getOrDefault(last, 0L) : 0);
    return metric(
        "New customers",
        FigureText.count(sum(now)),
        "in all currencies",
        FigureText.change(after, was, true).onlyIf(FigureText.isEnough(after, was)),
        compared.words(FigureText.count(was), FigureText.count(after)),
        now,
        before);
  }

  private static Metric metric(
      String label,
      String figure,
      String than,
      FigureText.FigureChange change,
      String compared,
      List<Long> now,
      List<Long> past) {
    long most =
        LongStream.concat(
                now.stream().mapToLong(value -> value), past.stream().mapToLong(value -> value))
            .max()
            .orElse(0);
    return new Metric(
        label,
        figure,
        than,
        change.tone(),
        change.words(),
        compared,
        Chart.spark(now, most),
        Chart.spark(past, most));
  }

  private static List<Long> values(List<Bucket> buckets, Reading reading) {
    return buckets.stream().map(bucket -> Math.max(0, reading.of(bucket.totals()))).toList();
  }

  private static long perMille(Totals totals) {
    return Math.round(1000 * totals.successRate().orElse(0));
  }

  private static long sum(List<Long> values) {
    return values.stream().mapToLong(value -> value).sum();
  }

  private static String refunds(Totals totals) {
    String standing =
        FigureText.count(totals.refunds()) + (totals.refunds() == 1 ? " refund" : " refunds");
    return totals.returns() == 0
        ? standing
        : standing + "; " + FigureText.count(totals.returns()) + " more returned by the network";
  }

  private static Chart volume(List<Bucket> buckets, List<Bucket> past, Currency currency) {
    return Chart.ofColumns(
        "Volume; the table below has the values",
        IntStream.range(0, buckets.size())
            .mapToObj(i -> {
              Bucket bucket = buckets.get(i);
              long before = past.get(i).totals().volume();
              return new ChartColumn(
                  Math.max(0, bucket.totals().volume()),
                  0,
                  Math.max(0, before),
                  HomeRange.words(bucket.first()),
                  "%s · %s · before: %s"
                      .formatted(
                          words(bucket),
                          AmountText.of(bucket.totals().volume(), currency),
                          AmountText.of(before, currency)),
                  bucket.isPart());
            })
            .toList(),
        unit(currency),
        true,
        value -> AmountText.compact(value, currency));
  }

  private static Chart outcomes(List<Bucket> buckets) {
    return Chart.ofColumns(
        "Succeeded and failed payments; the table below has the values",
        buckets.stream()
            .map(bucket ->
                new ChartColumn(
                    bucket.totals().succeeded(),
                    bucket.totals().failed(),
                    0,
                    HomeRange.words(bucket.first()),
                    "%s · %s succeeded · %s failed"
                        .formatted(
                            words(bucket),
                            FigureText.count(bucket.totals().succeeded()),
                            FigureText.count(bucket.totals().failed())),
                    bucket.isPart()))
            .toList(),
        1,
        false,
        HomeFigures::compact);
  }

  private static String words(Bucket bucket) {
    return bucket.isPart() ? bucket.words() + ", partial" : bucket.words();
  }

  private static String compact(long count) {
    return count < 10_000 ? FigureText.count(count) : FigureText.count(count / 1000) + "K";
  }

  static long unit(Currency currency) {
    return LongStream.range(0, currency.exponent()).reduce(1, (unit, _) -> unit * 10);
  }

  private static Row row(String words, Totals totals, Currency currency) {
    return new Row(
        words,
        AmountText.of(totals.volume(), currency),
        AmountText.of(totals.refunded(), currency),
        AmountText.of(totals.net(), currency),
        FigureText.count(totals.succeeded()),
        FigureText.count(totals.failed()),
        FigureText.count(totals.canceled()),
        FigureText.percent(totals.successRate()));
  }
}
