package florin.report;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Realm;
import florin.db.Db;
import florin.report.CustomerFigureStore.CustomerSpent;
import florin.report.CustomerFigures.CustomerTotals.Spent;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The totals of customers, from a bounded number of payments of each. */
public final class CustomerFigures {
  /** The most payments of one customer that are read. */
  public static final int MAX_PAYMENTS = 1_000;

  /** The most payments of each customer in a list that are read. */
  public static final int MAX_PAYMENTS_EACH = 100;

  private final CustomerFigureStore store;

  /**
   * A customer's totals, from the newest payments.
   *
   * @param payments the number of payments in any state
   * @param spent the amounts captured and not refunded, the most used currency first
   * @param isWhole false if there are more payments than were read
   */
  public record CustomerTotals(long payments, List<Spent> spent, boolean isWhole) {
    public static final CustomerTotals NONE = new CustomerTotals(0, List.of(), true);

    public CustomerTotals {
      spent = List.copyOf(spent);
    }

    /**
     * The total in one currency.
     *
     * @param minor in minor units
     */
    public record Spent(Currency currency, long succeeded, long minor) {}
  }

  CustomerFigures(Db db) {
    this.store = new CustomerFigureStore(db);
  }

  /** Returns a customer's totals, from at most {@link #MAX_PAYMENTS} payments. */
  public CustomerTotals of(Realm realm, CustomerId customer) {
    return list(realm, List.of(customer), MAX_PAYMENTS).getOrDefault(customer, CustomerTotals.NONE);
  }

  /**
   * Returns the totals of customers with payments, from at most {@link #MAX_PAYMENTS_EACH} of each.
   */
  public Map<CustomerId, CustomerTotals> list(Realm realm, Collection<CustomerId> customers) {
    return list(realm, customers, MAX_PAYMENTS_EACH);
  }

  private Map<CustomerId, CustomerTotals> list(
      Realm realm, Collection<CustomerId> customers, int most) {
    var totals = new HashMap<CustomerId, CustomerTotals>();
    store.list(realm, customers, most + 1).stream()
        .collect(Collectors.groupingBy(CustomerSpent::customer))
        .forEach((id, lines) -> totals.put(id, totals(lines, most)));
    return totals;
  }

  private static CustomerTotals totals(List<CustomerSpent> lines, int most) {
    long payments = lines.stream().mapToLong(CustomerSpent::payments).sum();
    List<Spent> spent =
        lines.stream().map(CustomerSpent::spent).filter(each -> each.succeeded() > 0).toList();
    return new CustomerTotals(Math.min(payments, most), spent, payments <= most);
  }
}
