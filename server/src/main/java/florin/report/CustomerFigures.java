package florin.report;

import florin.core.Id.CustomerId;
import florin.core.Realm;
import florin.db.Db;
import florin.report.CustomerFigureStore.CustomerSpent;
import florin.report.CustomerTotals.Spent;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What customers have paid, by a bounded look at the payments of each. */
public final class CustomerFigures {
  /** Of one customer. */
  public static final int MAX_PAYMENTS = 1_000;

  /** Of each where many are shown. */
  public static final int MAX_PAYMENTS_EACH = 100;

  private final CustomerFigureStore store;

  CustomerFigures(Db db) {
    this.store = new CustomerFigureStore(db);
  }

  /** At most {@link #MAX_PAYMENTS} are looked at. */
  public CustomerTotals of(Realm realm, CustomerId customer) {
    return list(realm, List.of(customer), MAX_PAYMENTS).getOrDefault(customer, CustomerTotals.NONE);
  }

  /** At most {@link #MAX_PAYMENTS_EACH} are looked at; who has paid nothing is not in it. */
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
