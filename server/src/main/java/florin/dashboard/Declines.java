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
   * @param share of all that failed, in percent
   * @param rate how many of its own kind succeeded; empty where that is not known
   */
  public record DeclineRow(String words, String count, double share, String rate) {}

  private record Line(String words, long failed, OptionalDouble rate) {}

  /**
   * @param connector a connector's name, of its id
   */
  static Declines of(
      Overview overview, Breakdown parts, UnaryOperator<String> connector, String payments) {
    long all = overview.all().failed();
    return new Declines(
        rows(overview.failures().stream().map(Declines::reason).toList(), all, "reasons"),
        rows(lines(parts.brands(), Declines::brand), all, "brands"),
        rows(lines(parts.connectors(), connector), all, "connectors"),
        payments);
  }

  private static Line reason(FailureCount failure) {
    return new Line(CodeText.of(failure.code()), failure.count(), OptionalDouble.empty());
  }

  private static List<Line> lines(List<Share> shares, UnaryOperator<String> words) {
    return shares.stream()
        .filter(share -> share.failed() > 0)
        .map(share ->
            new Line(
                words.apply(share.code()),
                share.failed(),
                OptionalDouble.of((double) share.succeeded() / (double) share.decided())))
        .toList();
  }

  private static String brand(String code) {
    return switch (code) {
      case "amex" -> "American Express";
      case "diners" -> "Diners Club";
      case "jcb" -> "JCB";
      case "unionpay" -> "UnionPay";
      case "rupay" -> "RuPay";
      case "unknown" -> "Unknown brand";
      default -> CodeText.of(code);
    };
  }

  /** What was not counted apart, since it was before Florin did, is a line of its own. */
  private static List<DeclineRow> rows(List<Line> lines, long all, String kinds) {
    int shown = lines.size() == MOST + 1 ? MOST + 1 : Math.min(MOST, lines.size());
    var rows = new ArrayList<DeclineRow>();
    lines
        .subList(0, shown)
        .forEach(line -> rows.add(row(line.words(), line.failed(), all, line.rate())));
    long others = lines.subList(shown, lines.size()).stream().mapToLong(Line::failed).sum();
    if (lines.size() > shown) {
      rows.add(
          row(
              "Other (%d %s)".formatted(lines.size() - shown, kinds),
              others,
              all,
              OptionalDouble.empty()));
    }
    long known = lines.stream().mapToLong(Line::failed).sum();
    if (all > known) {
      rows.add(row("Before these were counted", all - known, all, OptionalDouble.empty()));
    }
    return rows;
  }

  private static DeclineRow row(String words, long count, long all, OptionalDouble rate) {
    return new DeclineRow(
        words,
        FigureText.count(count),
        all == 0 ? 0 : Math.round(1000.0 * count / all) / 10.0,
        rate.isEmpty() ? "" : FigureText.percent(rate));
  }
}
