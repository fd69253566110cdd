package florin.report;

import florin.core.Currency;
import florin.core.Realm;
import florin.db.IdTime;
import florin.projection.Follower;
import florin.report.FigureStore.DayCount;
import florin.report.FigureStore.Figure;
import florin.report.FigureStore.Figure.Measure;
import florin.report.Figures.Breakdown.Share;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Hourly and daily totals in any time zone, with a bounded number of rows for any number of
 * payments. They include an event about a second after its commit.
 */
public final class Figures {
  /** The measures by payment method and by connector. */
  private static final List<String> PARTS =
      List.of("brand_succeeded", "brand_failed", "connector_succeeded", "connector_failed");

  private final FigureStore store;
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

      private Share plus(Share other) {
        return new Share(code, succeeded + other.succeeded, failed + other.failed);
      }
    }
  }

  Figures(FigureStore store, Follower follower) {
    this.store = store;
    this.follower = follower;
  }

  /** The sum of some days in one currency. */
  public record CurrencySum(Currency currency, Totals totals) {}

  /** Returns the sums of all currencies with any event, the busiest first. */
  public List<CurrencySum> listSums(Realm realm, Days days) {
    var sums = new TreeMap<String, Totals>();
    store
        .listDays(realm, days, days.ends(), List.of(Measure.TEXTS), Optional.empty())
        .forEach(count -> sums.merge(count.currency(), totals(count), Totals::plus));
    return sums.entrySet().stream()
        .map(sum -> new CurrencySum(Currency.get(sum.getKey()), sum.getValue()))
        .sorted(Comparator.comparingLong((CurrencySum sum) -> sum.totals().payments()).reversed())
        .toList();
  }

  private static Totals totals(DayCount count) {
    return Totals.NONE.plus(Measure.of(count.measure()), count.count(), count.amount());
  }

  /**
   * Returns the number of payments and refunds of a span by quarters of an hour, in all currencies,
   * without amounts. It is an estimate: a payment counts on the day on which it ended.
   */
  public Totals estimate(Realm realm, IdTime.Span span) {
    return store.count(realm, span);
  }

  /** Returns the days. Of many, only the sums of {@link Days#part} days are exact. */
  public Overview byDay(Realm realm, Days days, Currency currency) {
    return Overview.of(
        currency,
        store
            .listDays(
                realm,
                days,
                days.boundaries(),
                List.of(Measure.TEXTS),
                Optional.of(currency.code()))
            .stream()
            .map(count ->
                new Figure(
                    days.begin(count.day()),
                    currency,
                    Measure.of(count.measure()),
                    count.code(),
                    count.count(),
                    count.amount()))
            .toList(),
        days.list().stream().map(LocalDate::atStartOfDay).toList(),
        figure ->
            (int)
                ChronoUnit.DAYS.between(
                    days.first(), LocalDate.ofInstant(figure.begins(), days.zone())));
  }

  /**
   * Returns the 24 hours of the clock on a day. On a day with a change to summer time, one of them
   * is empty; on the day of the change back, one counts twice as much.
   */
  public Overview byHour(Realm realm, LocalDate day, ZoneId zone, Currency currency) {
    Days one = Days.until(day, 1, zone);
    return Overview.of(
        currency,
        store.listQuarters(realm, one.begin(), one.end(), currency),
        IntStream.range(0, 24).mapToObj(hour -> day.atTime(hour, 0)).toList(),
        figure -> figure.begins().atZone(zone).getHour());
  }

  public Breakdown breakDown(Realm realm, Days days, Currency currency) {
    List<DayCount> counts =
        store.listDays(realm, days, days.ends(), PARTS, Optional.of(currency.code()));
    return new Breakdown(shares("brand", counts), shares("connector", counts));
  }

  /** Returns the number of payments that succeeded, by brand, in all currencies. */
  public Map<String, Long> countByBrand(Realm realm, Days days) {
    return store
        .listDays(realm, days, days.ends(), List.of("brand_succeeded"), Optional.empty())
        .stream()
        .collect(Collectors.toMap(DayCount::code, DayCount::count, Long::sum));
  }

  private static List<Share> shares(String part, List<DayCount> counts) {
    var shares = new TreeMap<String, Share>();
    for (DayCount count : counts) {
      if (count.measure().startsWith(part)) {
        boolean isGood = count.measure().endsWith("_succeeded");
        shares.merge(
            count.code(),
            new Share(count.code(), isGood ? count.count() : 0, isGood ? 0 : count.count()),
            Share::plus);
      }
    }
    return shares.values().stream()
        .sorted(
            Comparator.comparingLong(Share::failed).thenComparingLong(Share::succeeded).reversed())
        .toList();
  }

  /**
   * Returns the number of new customers, for days with any. Of many days, only the sums of {@link
   * Days#part} days are exact.
   */
  public Map<LocalDate, Long> countCustomers(Realm realm, Days days) {
    return store
        .listDays(realm, days, days.boundaries(), List.of("customer"), Optional.empty())
        .stream()
        .collect(Collectors.toMap(DayCount::day, DayCount::count));
  }

  /**
   * Returns the commit time of the oldest event that is not counted yet; empty if the totals are
   * complete. More than a few seconds ago means that they lag.
   */
  public Optional<Instant> behindSince() {
    return follower.behindSince();
  }
}
