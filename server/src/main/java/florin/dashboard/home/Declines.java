package florin.dashboard.home;

import florin.dashboard.parts.FigureText;
import florin.dashboard.payments.DeclineText;
import florin.dashboard.payments.PaymentQuery;
import florin.report.Figures.Breakdown;
import florin.report.Figures.Breakdown.Share;
import florin.report.Overview;
import florin.report.Overview.FailureCount;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * The reasons of failed payments, and their brands and connectors: three lists, each of which adds
 * up to all failures.
 *
 * @param payments the list of the failed ones
 */
public record Declines(
    List<DeclineRow> reasons,
    List<DeclineRow> brands,
    List<DeclineRow> connectors,
    String payments) {
  /** The most rows of a list; a single further one is shown too. */
  static final int MOST = 8;

  /**
   * A row.
   *
   * @param path the list of these; all failures if it combines several
   * @param share of all failures, in percent
   * @param rate the success rate of its kind; empty if unknown
   */
  public record DeclineRow(String words, String path, String count, double share, String rate) {}

  private record Line(String words, String path, long failed, OptionalDouble rate) {}

  /**
   * Returns the lists.
   *
   * @param connector returns a connector's name by its id
   */
  static Declines of(
      Overview overview, Breakdown parts, UnaryOperator<String> connector, String payments) {
    long all = overview.all().failed();
    return new Declines(
        rows(reasons(overview.failures(), payments), all, "reasons", payments),
        rows(
            lines(parts.brands(), PaymentQuery::brand, payments + "&brand="),
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

  /** Returns the rows, with one for payments from before Florin counted these. */
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
      String words = "No reason recorded";
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
