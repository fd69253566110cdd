package florin.books;

import florin.core.Currency;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Reads what settlement lines report about payments and refunds. */
final class SettledStore {
  private static final String LIST =
      """
      SELECT object_id,
             type,
             currency,
             sum(fee)::bigint AS fee,
             sum(net)::bigint AS net,
             (max(available_at) AT TIME ZONE 'UTC')::date AS available_on
        FROM settlement_line
       WHERE realm_id = ?
         AND object_id = ANY(?)
         AND type IN ('payment', 'refund')
       GROUP BY object_id, type, currency
      """;

  private static final String LIST_DISPUTES =
      """
      SELECT object_id, currency, sum(fee)::bigint AS fee
        FROM settlement_line
       WHERE realm_id = ?
         AND object_id = ANY(?)
         AND type = 'dispute'
       GROUP BY object_id, currency
      """;

  private final Db db;

  SettledStore(Db db) {
    this.db = db;
  }

  /**
   * The sums over the lines of an object in one currency, in minor units.
   *
   * @param type `payment` or `refund`
   * @param currency the one in which the connector settles
   */
  record Settled(
      UUID object, String type, Currency currency, long fee, long net, LocalDate availableOn) {
    private static Settled read(ResultSet row) throws SQLException {
      return new Settled(
          row.getObject("object_id", UUID.class),
          row.getString("type"),
          Currency.get(row.getString("currency")),
          row.getLong("fee"),
          row.getLong("net"),
          row.getObject("available_on", LocalDate.class));
    }
  }

  List<Settled> list(Realm realm, Collection<UUID> objects) {
    return objects.isEmpty()
        ? List.of()
        : db.list(LIST, Settled::read, realm.id(), objects.toArray(UUID[]::new));
  }

  /** The fees of a payment's disputes in one currency, in minor units. */
  record SettledDispute(UUID payment, Currency currency, long fee) {}

  List<SettledDispute> listDisputes(Realm realm, Collection<UUID> payments) {
    return payments.isEmpty()
        ? List.of()
        : db.list(
            LIST_DISPUTES,
            row ->
                new SettledDispute(
                    row.getObject("object_id", UUID.class),
                    Currency.get(row.getString("currency")),
                    row.getLong("fee")),
            realm.id(),
            payments.toArray(UUID[]::new));
  }
}
