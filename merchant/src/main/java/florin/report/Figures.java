package florin.report;

import florin.core.Currency;
import florin.core.Realm;
import florin.report.FigureStore.Period;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hourly and daily totals in UTC, with a bounded number of rows for any number of payments. They
 * include an event about a second after its commit.
 */
public final class Figures {
  private final FigureStore store;
  private final DailyCountStore counts;
  private final Follower follower;

  /**
   * Payments that succeeded or failed, by payment method and by connector, those with the most
   * failures first. Payments from before Florin counted these are missing: the sums may be lower
   * than the totals.
   *
   * @param brands card brands; other methods by their type
   * @param connectors by their ids
   */
  public record Breakdown(List<Share> brands, List<Share> connectors) {
    public Breakdown {
      brands = List.copyOf(brands);
      connectors = List.copyOf(connectors);
    }

    public record Share(String code, long succeeded, long failed) {
      public long decided() {
        return succeeded + failed;
      }
    }
  }

  Figures(FigureStore store, DailyCountStore counts, Follower follower) {
    this.store = store;
    this.counts = counts;
    this.follower = follower;
  }

  /** The sum of some days in one currency. */
  public record CurrencySum(Currency currency, Totals totals) {}

  /** Returns the sums of all currencies with any event, the busiest first. */
  public List<CurrencySum> listSums(Realm realm, Days days) {
    return store.sum(realm, days).entrySet().stream()
        .map(sum -> new CurrencySum(Currency.get(sum.getKey()), sum.getValue()))
        .sorted(Comparator.comparingLong((CurrencySum sum) -> sum.totals().payments()).reversed())
        .toList();
  }

  public Overview byDay(Realm realm, Days days, Currency currency) {
    Instant begin = days.begin();
    return Overview.of(
        currency,
        store.list(realm, Period.DAY, begin, days.end(), currency),
        Stream.iterate(begin, day -> day.plus(1, ChronoUnit.DAYS)).limit(days.count()).toList());
  }

  /**
   * Returns the hours of a day within the last {@link ReportRetention#HOURS_KEPT}; others are
   * empty.
   */
  public Overview byHour(Realm realm, LocalDate day, Currency currency) {
    Instant begin = Days.begin(day);
    return Overview.of(
        currency,
        store.list(realm, Period.HOUR, begin, begin.plus(1, ChronoUnit.DAYS), currency),
        Stream.iterate(begin, hour -> hour.plus(1, ChronoUnit.HOURS)).limit(24).toList());
  }

  public Breakdown breakDown(Realm realm, Days days, Currency currency) {
    return counts.findBreakdown(realm, days, currency);
  }

  /** Returns the number of new customers, for days with any. */
  public Map<LocalDate, Long> countCustomers(Realm realm, Days days) {
    return counts.countCustomers(realm, days);
  }

  /**
   * Returns the commit time of the oldest event that is not counted yet; empty if the totals are
   * complete. More than a few seconds ago means that they lag.
   */
  public Optional<Instant> behindSince() {
    return follower.behindSince();
  }
}
