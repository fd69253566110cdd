package florin.report;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Realm;
import florin.db.Db;
import florin.report.CustomerFigures.CustomerTotals.Spent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The totals of customers in PostgreSQL, from a range of an index for each. */
final class CustomerFigureStore {
  private static final String TOTALS =
      """
      SELECT c.id, p.currency, count(*) AS payments,
             count(*) FILTER (WHERE p.status = 'succeeded') AS succeeded,
             coalesce(sum(p.amount_captured - p.amount_refunded), 0) AS spent
        FROM unnest(?::uuid[]) AS c (id)
       CROSS JOIN LATERAL (
             SELECT currency, status, amount_captured, amount_refunded
               FROM payment_for_report
              WHERE customer_id = c.id
                AND realm_id = ?
              ORDER BY customer_id DESC, id DESC
              LIMIT ?) p
       GROUP BY c.id, p.currency
       ORDER BY payments DESC, p.currency
      """;

  private final Db db;

  CustomerFigureStore(Db db) {
    this.db = db;
  }

  /** A customer's total in one currency. */
  record CustomerSpent(CustomerId customer, long payments, Spent spent) {
    static CustomerSpent read(ResultSet row) throws SQLException {
      return new CustomerSpent(
          new CustomerId(row.getObject("id", UUID.class)),
          row.getLong("payments"),
          new Spent(
              Currency.get(row.getString("currency")),
              row.getLong("succeeded"),
              row.getLong("spent")));
    }
  }

  /**
   * Returns the totals.
   *
   * @param most the newest payments of each customer that are read
   */
  List<CustomerSpent> list(Realm realm, Collection<CustomerId> customers, int most) {
    UUID[] ids = customers.stream().map(CustomerId::uuid).toArray(UUID[]::new);
    return db.list(TOTALS, CustomerSpent::read, ids, realm.id(), most);
  }
}
