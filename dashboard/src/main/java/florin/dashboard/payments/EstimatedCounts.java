package florin.dashboard.payments;

import florin.core.Page.Count;
import florin.core.Realm;
import florin.dashboard.parts.FigureText;
import florin.db.IdTime;
import florin.report.Figures;
import florin.report.Totals;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The counts of a list's tabs: exact for few objects, and an estimate from the daily metrics for
 * many. It is confined to the request's thread.
 */
final class EstimatedCounts {
  private final Figures figures;
  private final Realm realm;
  private final IdTime.Span span;
  private Optional<Totals> totals = Optional.empty();

  EstimatedCounts(Figures figures, Realm realm, IdTime.Span span) {
    this.figures = figures;
    this.realm = realm;
    this.span = span;
  }

  /**
   * Returns a count as text: `842` or `11.2k`.
   *
   * @param of returns the estimate; 0 if the metrics don't have it
   */
  String text(Count exact, ToLongFunction<Totals> of) {
    if (!exact.more()) {
      return exact.text();
    }
    long about = of.applyAsLong(totals());
    return about > exact.atLeast() ? FigureText.about(about) : exact.text();
  }

  private Totals totals() {
    Totals known = totals.orElseGet(() -> figures.estimate(realm, span));
    totals = Optional.of(known);
    return known;
  }
}
