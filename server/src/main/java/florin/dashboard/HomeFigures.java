package florin.dashboard;

import florin.core.Currency;
import florin.dashboard.Chart.ChartColumn;
import florin.page.AmountText;
import florin.report.Overview;
import florin.report.Totals;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The figures of a range of days as the first page shows them. All of money comes out of one {@link
 * Overview} and the one of as many days before: so parts sum to their whole, and days to their
 * span.
 *
 * @param table the last day first
 * @param sum of the table
 * @param unit what a row of it is: `Day` or `Week`
 */
public record HomeFigures(
    List<Metric> metrics, Chart volume, Chart outcomes, List<Row> table, Row sum, String unit) {
  public HomeFigures {
    metrics = List.copyOf(metrics);
    table = List.copyOf(table);
  }

  /**
   * A figure in large letters, with how it went.
   *
   * @param than what it is made of
   * @param change against the days before
   * @param before what it was then; empty where that says nothing
   * @param now a line over 100 by 100 places
   * @param past the line of the days before
   */
  public record Metric(
      String label,
      String figure,
      String than,
      String tone,
      String change,
      String before,
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
   * @param before of as many days, just before
   * @param customers that were made, by their days, those before included
   */
  static HomeFigures of(
      Overview now, Overview before, Map<LocalDate, Long> customers, LocalDate today) {
    Currency currency = now.currency();
    List<Bucket> buckets = Bucket.of(now, today);
    List<Bucket> past = Bucket.of(before, today);
    return new HomeFigures(
        metrics(now, before, customers(customers, buckets, past), buckets, past),
        volume(buckets, past, currency),
        outcomes(buckets),
        buckets.reversed().stream().map(b -> row(b.words(), b.totals(), currency)).toList(),
        row("Sum", now.all(), currency),
        Bucket.isWeekly(now.slices().size()) ? "Week" : "Day");
  }

  /** How a metric is read, of all days and of each. */
  private interface Reading {
    long of(Totals totals);
  }

  private static List<Metric> metrics(
      Overview nows, Overview befores, Metric customers, List<Bucket> buckets, List<Bucket> past) {
    Totals now = nows.all();
    Totals before = befores.all();
    Currency currency = nows.currency();
    var metrics = new ArrayList<Metric>();
    metrics.add(
        metric(
            "Volume",
            AmountText.of(now.volume(), currency),
            AmountText.of(now.net(), currency) + " after refunds",
            FigureText.change(now.volume(), before.volume(), true),
            AmountText.of(before.volume(), currency),
            values(buckets, Totals::volume),
            values(past, Totals::volume)));
    metrics.add(
        metric(
            "Payments",
            FigureText.count(now.payments()),
            "%s succeeded, %s failed, %s canceled"
                .formatted(
                    FigureText.count(now.succeeded()),
                    FigureText.count(now.failed()),
                    FigureText.count(now.canceled())),
            FigureText.change(now.payments(), before.payments(), true),
            FigureText.count(before.payments()),
            values(buckets, Totals::payments),
            values(past, Totals::payments)));
    metrics.add(
        metric(
            "Success rate",
            FigureText.percent(now.successRate()),
            "%s of %s that succeeded or failed"
                .formatted(FigureText.count(now.succeeded()), FigureText.count(now.decided())),
            FigureText.change(now.successRate(), before.successRate()),
            FigureText.percent(before.successRate()),
            values(buckets, HomeFigures::perMille),
            values(past, HomeFigures::perMille)));
    metrics.add(
        metric(
            "Average payment",
            AmountText.of(now.average(), currency),
            "of those that succeeded",
            FigureText.change(now.average(), before.average(), false),
            AmountText.of(before.average(), currency),
            values(buckets, Totals::average),
            values(past, Totals::average)));
    metrics.add(
        metric(
            "Refunded",
            AmountText.of(now.refunded(), currency),
            refunds(now),
            FigureText.change(now.refunded(), before.refunded(), false),
            AmountText.of(before.refunded(), currency),
            values(buckets, Totals::refunded),
            values(past, Totals::refunded)));
    metrics.add(customers);
    return metrics;
  }

  private static Metric customers(
      Map<LocalDate, Long> byDay, List<Bucket> buckets, List<Bucket> past) {
    List<Long> now = buckets.stream().map(bucket -> bucket.sum(byDay)).toList();
    List<Long> before = past.stream().map(bucket -> bucket.sum(byDay)).toList();
    return metric(
        "New customers",
        FigureText.count(sum(now)),
        "of all currencies",
        FigureText.change(sum(now), sum(before), true),
        FigureText.count(sum(before)),
        now,
        before);
  }

  private static Metric metric(
      String label,
      String figure,
      String than,
      FigureText.FigureChange change,
      String before,
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
        change.beside(before),
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
        : standing + "; " + FigureText.count(totals.returns()) + " more came back from the network";
  }

  private static Chart volume(List<Bucket> buckets, List<Bucket> past, Currency currency) {
    return Chart.ofColumns(
        "Volume; the figures stand in the table below",
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
        "Succeeded and failed payments; the figures stand in the table below",
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
    return bucket.isPart() ? bucket.words() + ", in part" : bucket.words();
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
