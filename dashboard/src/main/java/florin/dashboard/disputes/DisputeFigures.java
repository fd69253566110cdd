package florin.dashboard.disputes;

import florin.core.Money;
import florin.core.Realm;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.TimeText;
import florin.dispute.DisputeFigureStore;
import florin.dispute.DisputeFigureStore.Decided;
import florin.page.AmountText;
import florin.report.Days;
import florin.report.Figures;
import florin.vault.Brand;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures above the list of disputes. */
public final class DisputeFigures {
  /** The time over which decided disputes count. */
  private static final Duration DECIDED_WITHIN = Duration.ofDays(90);

  /** The days before today over which opened disputes are compared with payments. */
  private static final int DAYS = 30;

  /** The share of disputed payments from which card schemes watch a merchant. */
  private static final String WATCHED_FROM = "0.9%";

  /** The most currencies that are shown. */
  private static final int MOST_CURRENCIES = 3;

  private static final List<Brand> WATCHED = List.of(Brand.VISA, Brand.MASTERCARD);

  private final DisputeFigureStore store;
  private final Figures figures;

  public DisputeFigures(DisputeFigureStore store, Figures figures) {
    this.store = store;
    this.figures = figures;
  }

  List<Fact> of(Realm realm, Instant now) {
    var facts = new ArrayList<Fact>();
    List<Money> open = store.listOpen(realm);
    facts.add(
        Fact.of(
            "Open",
            open.isEmpty()
                ? FigureText.NONE
                : open.stream()
                    .limit(MOST_CURRENCIES)
                    .map(AmountText::of)
                    .collect(Collectors.joining(" · "))));
    Decided decided = store.countDecided(realm, now.minus(DECIDED_WITHIN));
    facts.add(Fact.of("Win rate, 90 days", share(decided.won(), decided.won() + decided.lost())));
    Days days =
        Days.until(
            LocalDate.ofInstant(now, TimeText.reportZone()).minusDays(1),
            DAYS,
            TimeText.reportZone());
    Map<String, Long> opened = store.countOpened(realm, days.begin(), days.end());
    Map<String, Long> paid = figures.countByBrand(realm, days);
    WATCHED.forEach(brand ->
        facts.add(
            Fact.of(
                "%s, last %d days (limit %s)"
                    .formatted(CodeText.of(brand.text()), DAYS, WATCHED_FROM),
                share(
                    opened.getOrDefault(brand.text(), 0L), paid.getOrDefault(brand.text(), 0L)))));
    return facts;
  }

  private static String share(long part, long whole) {
    return whole == 0 ? FigureText.NONE : FigureText.percent((double) part / whole);
  }
}
