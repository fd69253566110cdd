package florin.dashboard.home;

import florin.core.Currency;
import florin.dashboard.parts.Chart;
import florin.dashboard.parts.Chart.ChartColumn;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.FigureText.FigureChange;
import florin.page.AmountText;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The figures of a range of days on the home page. All amounts come from one {@link Overview} and
 * the one of the days before, so totals are consistent.
 *
 * @param buckets the rows of the table, the last day first
 * @param all the last row of the table
 * @param unit the unit of a row: `Day` or `Week`
 */
public record HomeFigures(
    List<Metric> metrics,
    Chart volume,
    Chart outcomes,
    List<Bucket> buckets,
    Totals all,
    String unit) {
  public HomeFigures {
    metrics = List.copyOf(metrics);
    buckets = List.copyOf(buckets);
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
      FigureChange change,
      String compared,
      String now,
      String past) {}

  /**
   * Returns the figures.
   *
   * @param before the same number of days, directly before
   * @param customers the number of new customers by day, for both ranges
   */
  static HomeFigures of(
      Overview now, Overview before, Map<LocalDate, Long> customers, LocalDate today) {
    var periods = Periods.of(now, before, today);
    var metrics = new ArrayList<>(periods.metrics());
    metrics.add(periods.customers(customers, today));
    return new HomeFigures(
        metrics,
        volume(periods),
        outcomes(periods.buckets()),
        periods.buckets().reversed(),
        now.all(),
        Bucket.isWeekly(now.slices().size()) ? "Week" : "Day");
  }

  /**
   * The range and the days before.
   *
   * @param now the compared part of the range: if it includes today, which is not over, both omit
   *     their last day
   * @param days the number of compared days
   */
  private record Periods(
      Overview range,
      List<Bucket> buckets,
      List<Bucket> past,
      Totals now,
      Totals before,
      int days,
      boolean withoutToday) {
    static Periods of(Overview range, Overview past, LocalDate today) {
      boolean withoutToday = Bucket.day(range.slices().getLast()).equals(today);
      int days = range.slices().size() - (withoutToday ? 1 : 0);
      return new Periods(
          range,
          Bucket.of(range, today),
          Bucket.of(past, today),
          first(range, days),
          first(past, days),
          days,
          withoutToday);
    }

    private static Totals first(Overview of, int days) {
      return of.slices().stream().limit(days).map(Slice::totals).reduce(Totals.NONE, Totals::plus);
    }

    List<Metric> metrics() {
      Totals all = range.all();
      String succeeded = FigureText.count(all.succeeded());
      return List.of(
          money("Volume", Totals::volume, true, money(all.net()) + " after refunds"),
          metric(
              "Payments",
              Totals::payments,
              of -> FigureText.count(of.payments()),
              FigureText.change(now.payments(), before.payments(), true),
              "%s succeeded, %s failed, %s canceled"
                  .formatted(
                      succeeded, FigureText.count(all.failed()), FigureText.count(all.canceled()))),
          metric(
              "Success rate",
              of -> Math.round(1000 * of.successRate().orElse(0)),
              of -> FigureText.percent(of.successRate()),
              FigureText.change(now.successRate(), before.successRate()),
              "%s of %s completed payments".formatted(succeeded, FigureText.count(all.decided()))),
          money("Average payment", Totals::average, false, "per successful payment"),
          money("Refunded", Totals::refunded, false, refunds(all)));
    }

    private Metric money(
        String label, ToLongFunction<Totals> value, boolean isWelcome, String than) {
      return metric(
          label,
          value,
          of -> money(value.applyAsLong(of)),
          FigureText.change(value.applyAsLong(now), value.applyAsLong(before), isWelcome),
          than);
    }

    private String money(long minor) {
      return AmountText.of(minor, range.currency());
    }

    private Metric metric(
        String label,
        ToLongFunction<Totals> value,
        Function<Totals, String> text,
        FigureChange change,
        String than) {
      return metric(
          label,
          text.apply(range.all()),
          than,
          change.onlyIf(FigureText.isEnough(now.payments(), before.payments())),
          compared(text.apply(before), text.apply(now)),
          values(buckets, value),
          values(past, value));
    }

    Metric customers(Map<LocalDate, Long> byDay, LocalDate today) {
      List<Long> now = buckets.stream().map(bucket -> bucket.sum(byDay)).toList();
      List<Long> before = past.stream().map(bucket -> bucket.sum(byDay)).toList();
      LocalDate last = past.getLast().last();
      long after = sum(now) - (withoutToday ? byDay.getOrDefault(today, 0L) : 0);
      long was = sum(before) - (withoutToday ? byDay.getOrDefault(last, 0L) : 0);
      return metric(
          "New customers",
          FigureText.count(sum(now)),
          "in all currencies",
          FigureText.change(after, was, true).onlyIf(FigureText.isEnough(after, was)),
          compared(FigureText.count(was), FigureText.count(after)),
          now,
          before);
    }

    /**
     * Returns the compared values in words. It omits the second value if the metric already shows
     * it.
     */
    private String compared(String before, String now) {
      return days == 0 ? "" : "from " + before + (withoutToday ? " to " + now : "");
    }

    private static Metric metric(
        String label,
        String figure,
        String than,
        FigureChange change,
        String compared,
        List<Long> now,
        List<Long> past) {
      long most = Stream.concat(now.stream(), past.stream()).max(Long::compare).orElse(0L);
      return new Metric(
          label, figure, than, change, compared, Chart.spark(now, most), Chart.spark(past, most));
    }

    private static List<Long> values(List<Bucket> buckets, ToLongFunction<Totals> value) {
      return buckets.stream()
          .map(bucket -> Math.max(0, value.applyAsLong(bucket.totals())))
          .toList();
    }

    private static long sum(List<Long> values) {
      return values.stream().mapToLong(value -> value).sum();
    }
  }

  private static String refunds(Totals totals) {
    String standing =
        FigureText.count(totals.refunds()) + (totals.refunds() == 1 ? " refund" : " refunds");
    return totals.returns() == 0
        ? standing
        : standing + "; " + FigureText.count(totals.returns()) + " more returned by the network";
  }

  private static Chart volume(Periods periods) {
    List<Bucket> buckets = periods.buckets();
    Currency currency = periods.range().currency();
    return Chart.ofColumns(
        "Volume; the table below has the values",
        IntStream.range(0, buckets.size())
            .mapToObj(i -> {
              Bucket bucket = buckets.get(i);
              long before = periods.past().get(i).totals().volume();
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
}
