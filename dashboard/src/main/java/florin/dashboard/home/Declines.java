package florin.dashboard.home;

import florin.dashboard.payments.DeclineText;
import florin.dashboard.payments.PaymentQuery;
import florin.report.Figures.Breakdown;
import florin.report.Figures.Breakdown.Share;
import florin.report.Overview;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * The reasons of failed payments, and their brands and connectors: three lists, each of which adds
 * up to all failures.
 */
public record Declines(
    List<DeclineRow> reasons, List<DeclineRow> brands, List<DeclineRow> connectors) {
  /** The most rows of a list; a single further one is shown too. */
  static final int MOST = 8;

  /**
   * A row.
   *
   * @param path the list of these; all failures if it combines several
   * @param all the number of all failures
   * @param rate the success rate of its kind; empty if unknown
   */
  public record DeclineRow(String words, String path, long failed, long all, OptionalDouble rate) {
    /** Returns the share of all failures, in percent. */
    public double share() {
      return all == 0 ? 0 : Math.round(1000.0 * failed / all) / 10.0;
    }
  }

  /**
   * Returns the lists.
   *
   * @param connector returns a connector's name by its id
   * @param payments the list of the failed ones
   */
  static Declines of(
      Overview overview, Breakdown parts, UnaryOperator<String> connector, String payments) {
    long all = overview.all().failed();
    return new Declines(
        rows(
            overview.failures().stream()
                .map(failure ->
                    new DeclineRow(
                        DeclineText.brief(failure.code()),
                        payments + "&reason=" + failure.code(),
                        failure.count(),
                        all,
                        OptionalDouble.empty()))
                .toList(),
            all,
            "reasons",
            payments),
        rows(
            ofShares(parts.brands(), all, PaymentQuery::brand, payments + "&brand="),
            all,
            "brands",
            payments),
        rows(
            ofShares(parts.connectors(), all, connector, payments + "&connector="),
            all,
            "connectors",
            payments));
  }

  private static List<DeclineRow> ofShares(
      List<Share> shares, long all, UnaryOperator<String> words, String path) {
    return shares.stream()
        .filter(share -> share.failed() > 0)
        .map(share ->
            new DeclineRow(
                words.apply(share.code()),
                path + share.code(),
                share.failed(),
                all,
                OptionalDouble.of((double) share.succeeded() / (double) share.decided())))
        .toList();
  }

  /** Returns the rows to show, with one for payments from before Florin counted these. */
  private static List<DeclineRow> rows(
      List<DeclineRow> found, long all, String kinds, String payments) {
    int shown = found.size() == MOST + 1 ? MOST + 1 : Math.min(MOST, found.size());
    var rows = new ArrayList<>(found.subList(0, shown));
    long others = sum(found.subList(shown, found.size()));
    if (found.size() > shown) {
      String words = "Other (%d %s)".formatted(found.size() - shown, kinds);
      rows.add(new DeclineRow(words, payments, others, all, OptionalDouble.empty()));
    }
    long unknown = all - sum(found);
    if (unknown > 0) {
      rows.add(
          new DeclineRow("No reason recorded", payments, unknown, all, OptionalDouble.empty()));
    }
    return rows;
  }

  private static long sum(List<DeclineRow> rows) {
    return rows.stream().mapToLong(DeclineRow::failed).sum();
  }
}
