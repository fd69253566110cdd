package florin.report;

import florin.core.Currency;
import florin.core.Realm;
import florin.report.FigureStore.Period;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What happened, added up by hours and days of UTC: a read of a bounded number of rows, however
 * many payments there are. An event stands in it about a second after its commit.
 */
public final class Figures {
  /** Days that may be asked for at once. */
  public static final int MAX_DAYS = 366;

  private final FigureStore store;
  private final Follower follower;

  Figures(FigureStore store, Follower follower) {
    this.store = store;
    this.follower = follower;
  }

  /**
   * Day by day, one overview for each currency in which anything happened, the busiest first.
   *
   * @param last the last of the days, today most often
   * @param days how many, 1 to {@link #MAX_DAYS}
   */
  public List<Overview> listByDay(Realm realm, LocalDate last, int days) {
    if (days < 1 || days > MAX_DAYS) {
      throw new IllegalArgumentException("1 to " + MAX_DAYS + " days, not " + days);
    }
    return list(realm, Period.DAY, begin(last).minus(days - 1L, ChronoUnit.DAYS), days);
  }

  /**
   * Hour by hour of one day, which lies no more than {@link ReportRetention#HOURS_KEPT} back; else
   * as {@link #listByDay}.
   */
  public List<Overview> listByHour(Realm realm, LocalDate day) {
    return list(realm, Period.HOUR, begin(day), 24);
  }

  /**
   * Since when something has been committed that the figures do not hold yet; empty when they are
   * complete. More than a few seconds ago means that they are behind.
   */
  public Optional<Instant> behindSince() {
    return follower.behindSince();
  }

  private List<Overview> list(Realm realm, Period span, Instant from, int slices) {
    ChronoUnit unit = span == Period.DAY ? ChronoUnit.DAYS : ChronoUnit.HOURS;
    var begins = new ArrayList<Instant>();
    for (int i = 0; i < slices; i++) {
      begins.add(from.plus(i, unit));
    }
    Map<String, List<Figure>> byCurrency = new TreeMap<>();
    store
        .list(realm, span, from, from.plus(slices, unit))
        .forEach(figure ->
            byCurrency
                .computeIfAbsent(figure.currency().code(), _ -> new ArrayList<>())
                .add(figure));
    return byCurrency.entrySet().stream()
        .map(figures -> Overview.of(Currency.get(figures.getKey()), figures.getValue(), begins))
        .sorted(Comparator.comparingLong(Overview::payments).reversed())
        .toList();
  }

  private static Instant begin(LocalDate day) {
    return day.atStartOfDay().toInstant(ZoneOffset.UTC);
  }
}
