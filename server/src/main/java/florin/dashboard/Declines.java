package florin.dashboard;

import florin.report.Breakdown;
import florin.report.Breakdown.Share;
import florin.report.Overview;
import florin.report.Overview.FailureCount;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * Why payments failed, and with which brands and connectors: three lists, each of which sums to all
 * that failed.
 *
 * @param payments where those that failed are
 */
public record Declines(
    List<DeclineRow> reasons,
    List<DeclineRow> brands,
    List<DeclineRow> connectors,
    String payments) {
  /** Lines of a list that are shown by themselves; one that is left over is shown as well. */
  static final int MOST = 8;

  /**
   * @param path where these are; all that failed where they are several
   * @param share of all that failed, in percent
   * @param rate how many of its own kind succeeded; empty where that is not known
   */
  public record DeclineRow(String words, String path, String count, double share, String rate) {}

  private record Line(String words, String path, long failed, OptionalDouble rate) {}

  /**
   * @param connector a connector's name, of its id
   */
  static Declines of(
      Overview overview, Breakdown parts, UnaryOperator<String> connector, String payments) {
    long all = overview.all().failed();
    return new Declines(
        rows(reasons(overview.failures(), payments), all, "reasons", payments),
        rows(
            lines(parts.brands(), PaymentChoices::brand, payments + "&brand="),
            all,
            "brands",
            payments),
        rows(
            lines(parts.connectors(), connector, payments + "&connector="),
            all,
            "connectors",
            payments),
        payments);
  }

  private static List<Line> reasons(List<FailureCount> failures, String payments) {
    return failures.stream()
        .map(failure ->
            new Line(
                DeclineText.brief(failure.code()),
                payments + "&reason=" + failure.code(),
                failure.count(),
                OptionalDouble.empty()))
        .toList();
  }

  private static List<Line> lines(List<Share> shares, UnaryOperator<String> words, String path) {
    return shares.stream()
        .filter(share -> share.failed() > 0)
        .map(share ->
            new Line(
                words.apply(share.code()),
                path + share.code(),
                share.failed(),
                OptionalDouble.of((double) share.succeeded() / (double) share.decided())))
        .toList();
  }

  /** What was not counted apart, since it was before Florin did, is a line of its own. */
  private static List<DeclineRow> rows(List<Line> lines, long all, String kinds, String payments) {
    int shown = lines.size() == MOST + 1 ? MOST + 1 : Math.min(MOST, lines.size());
    var rows = new ArrayList<DeclineRow>();
    lines.subList(0, shown).forEach(line -> rows.add(row(line, all)));
    long others = lines.subList(shown, lines.size()).stream().mapToLong(Line::failed).sum();
    if (lines.size() > shown) {
      String words = "Other (%d %s)".formatted(lines.size() - shown, kinds);
      rows.add(row(new Line(words, payments, others, OptionalDouble.empty()), all));
    }
    long known = lines.stream().mapToLong(Line::failed).sum();
    if (all > known) {
      String words = "Before these were counted";
      rows.add(row(new Line(words, payments, all - known, OptionalDouble.empty()), all));
    }
    return rows;
  }

  private static DeclineRow row(Line line, long all) {
    return new DeclineRow(
        line.words(),
        line.path(),
        FigureText.count(line.failed()),
        all == 0 ? 0 : Math.round(1000.0 * line.failed() / all) / 10.0,
        line.rate().isEmpty() ? "" : FigureText.percent(line.rate()));
  }
}
