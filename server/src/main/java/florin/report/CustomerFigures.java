package florin.report;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Realm;
import florin.db.Db;
import florin.report.CustomerTotals.Spent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** What customers have paid, by a bounded look at the payments of each. */
public final class CustomerFigures {
  /** Of one customer. */
  public static final int MAX_PAYMENTS = 1_000;

  /** Of each where many are shown. */
  public static final int MAX_PAYMENTS_EACH = 100;

  private static final String TOTALS =
      """
      SELECT c.id, p.currency, count(*) AS payments,
             count(*) FILTER (WHERE p.status = 'succeeded') AS succeeded,
             coalesce(sum(p.amount_captured - p.amount_refunded), 0) AS spent
        FROM unnest(?::uuid[]) AS c (id)
       CROSS JOIN LATERAL (
             SELECT currency, status, amount_captured, amount_refunded
               FROM payment
              WHERE customer_id = c.id
                AND realm_id = ?
              ORDER BY customer_id DESC, id DESC
              LIMIT ?) p
       GROUP BY c.id, p.currency
       ORDER BY payments DESC, p.currency
      """;

  private final Db db;

  CustomerFigures(Db db) {
    this.db = db;
  }

  private record Line(UUID customer, long payments, Spent spent) {
    static Line read(ResultSet row) throws SQLException {
      return new Line(
          row.getObject("id", UUID.class),
          row.getLong("payments"),
          new Spent(
              Currency.get(row.getString("currency")),
              row.getLong("succeeded"),
              row.getLong("spent")));
    }
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
    UUID[] ids = customers.stream().map(CustomerId::uuid).toArray(UUID[]::new);
    var totals = new HashMap<CustomerId, CustomerTotals>();
    db.list(TOTALS, Line::read, ids, realm.id(), most + 1).stream()
        .collect(Collectors.groupingBy(Line::customer))
        .forEach((id, lines) -> totals.put(new CustomerId(id), totals(lines, most)));
    return totals;
  }

  private static CustomerTotals totals(List<Line> lines, int most) {
    long payments = lines.stream().mapToLong(Line::payments).sum();
    List<Spent> spent =
        lines.stream().map(Line::spent).filter(each -> each.succeeded() > 0).toList();
    return new CustomerTotals(Math.min(payments, most), spent, payments <= most);
  }
}
