package florin.dashboard;

import florin.core.Currency;
import florin.dashboard.BarChart.Value;
import florin.page.AmountText;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * The figures of the first page as they are shown. All of them come out of one {@link Overview}: so
 * parts sum to their whole, days to their span, and reasons to what failed.
 *
 * @param table day by day, the last one first
 * @param sum of the table
 * @param reasons the most frequent first, what is left over last
 */
public record HomeFigures(
    List<Tile> tiles,
    BarChart volume,
    BarChart outcomes,
    List<Day> table,
    Day sum,
    List<FailureShare> reasons) {
  /** Reasons for failures that are shown by themselves; one that is left over is shown as well. */
  static final int MOST_REASONS = 8;

  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.UK);

  public HomeFigures {
    table = List.copyOf(table);
    reasons = List.copyOf(reasons);
  }

  /**
   * A figure in large letters.
   *
   * @param than what it is to be compared with, or is made of
   */
  public record Tile(String label, String figure, String than) {}

  /** A row of the table beside the charts. */
  public record Day(
      String day,
      String volume,
      String refunded,
      String net,
      String succeeded,
      String failed,
      String canceled,
      String rate) {}

  /**
   * Why payments failed.
   *
   * @param share of all that failed, in percent
   */
  public record FailureShare(String words, String count, double share) {}

  static HomeFigures of(Overview overview) {
    Currency currency = overview.currency();
    return new HomeFigures(
        tiles(overview.all(), currency),
        volume(overview),
        outcomes(overview),
        overview.slices().stream()
            .sorted(Comparator.comparing(Slice::begins).reversed())
            .map(slice -> day(words(slice), slice.totals(), currency))
            .toList(),
        day("Sum", overview.all(), currency),
        reasons(overview));
  }

  static List<Tile> tiles(Totals totals, Currency currency) {
    return List.of(
        new Tile(
            "Volume",
            AmountText.of(totals.volume(), currency),
            AmountText.of(totals.net(), currency) + " after refunds"),
        new Tile(
            "Payments",
            count(totals.payments()),
            "%s succeeded, %s failed, %s canceled"
                .formatted(
                    count(totals.succeeded()), count(totals.failed()), count(totals.canceled()))),
        new Tile(
            "Success rate",
            percent(totals.successRate()),
            "%s of %s that succeeded or failed"
                .formatted(count(totals.succeeded()), count(totals.decided()))),
        new Tile("Refunded", AmountText.of(totals.refunded(), currency), refunds(totals)));
  }

  private static String refunds(Totals totals) {
    String standing = count(totals.refunds()) + (totals.refunds() == 1 ? " refund" : " refunds");
    return totals.returns() == 0
        ? standing
        : standing + "; " + count(totals.returns()) + " more came back from the network";
  }

  private static BarChart volume(Overview overview) {
    return BarChart.of(
        overview.slices().stream()
            .map(slice ->
                new Value(
                    slice.totals().volume(),
                    0,
                    words(slice)
                        + ": "
                        + AmountText.of(slice.totals().volume(), overview.currency())))
            .toList(),
        AmountText.of(highest(overview, Totals::volume), overview.currency()));
  }

  private static BarChart outcomes(Overview overview) {
    return BarChart.of(
        overview.slices().stream()
            .map(slice ->
                new Value(
                    slice.totals().succeeded(),
                    slice.totals().failed(),
                    "%s: %d succeeded, %d failed"
                        .formatted(
                            words(slice), slice.totals().succeeded(), slice.totals().failed())))
            .toList(),
        count(highest(overview, Totals::decided)));
  }

  private static long highest(Overview overview, ToLongFunction<Totals> figure) {
    return overview.slices().stream()
        .mapToLong(slice -> figure.applyAsLong(slice.totals()))
        .max()
        .orElse(0);
  }

  private static Day day(String words, Totals totals, Currency currency) {
    return new Day(
        words,
        AmountText.of(totals.volume(), currency),
        AmountText.of(totals.refunded(), currency),
        AmountText.of(totals.net(), currency),
        count(totals.succeeded()),
        count(totals.failed()),
        count(totals.canceled()),
        percent(totals.successRate()));
  }

  private static List<FailureShare> reasons(Overview overview) {
    long all = overview.all().failed();
    List<Overview.FailureCount> failures = overview.failures();
    int shown = failures.size() == MOST_REASONS + 1 ? MOST_REASONS + 1 : MOST_REASONS;
    var reasons = new ArrayList<FailureShare>();
    long left = all;
    for (Overview.FailureCount failure : failures.subList(0, Math.min(shown, failures.size()))) {
      reasons.add(reason(failure.code().replace('_', ' '), failure.count(), all));
      left -= failure.count();
    }
    if (left > 0) {
      int others = failures.size() - reasons.size();
      reasons.add(reason("Other (%d reasons)".formatted(others), left, all));
    }
    return reasons;
  }

  private static FailureShare reason(String words, long count, long all) {
    return new FailureShare(words, count(count), Math.round(1000.0 * count / all) / 10.0);
  }

  private static String words(Slice slice) {
    return DAY.format(slice.begins().atOffset(ZoneOffset.UTC));
  }

  private static String percent(OptionalDouble share) {
    return share.isEmpty() ? "–" : String.format(Locale.ROOT, "%.1f %%", share.getAsDouble() * 100);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
