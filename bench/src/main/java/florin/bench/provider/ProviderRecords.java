package florin.bench.provider;

import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads the service's database directly, without the service. */
public final class ProviderRecords implements AutoCloseable {
  private static final String PAYMENTS =
      """
      SELECT p.id, p.description, p.status, p.amount, p.amount_captured, p.amount_refunded,
             p.status = 'processing'
             OR p.pending_operation IS NOT NULL
             OR p.amount_refund_pending > 0
             OR EXISTS (
                SELECT FROM attempt a
                 WHERE a.realm_id = p.realm_id
                   AND a.payment_id = p.id
                   AND a.status IN ('begun', 'pending', 'unknown', 'reversing')) AS open
        FROM payment p
       WHERE p.realm_id = ?
       ORDER BY p.id
      """;

  private static final String ATTEMPTS = "SELECT id, payment_id FROM attempt WHERE realm_id = ?";

  private static final String EXTERNAL_IDS =
      """
      SELECT x.external_id, a.payment_id
        FROM connector_exchange x
        JOIN attempt a ON a.realm_id = x.realm_id AND a.id = x.attempt_id
       WHERE x.realm_id = ?
         AND x.external_id IS NOT NULL
      """;

  private static final String REFUNDS_MADE_THERE =
      "SELECT count(*) AS made FROM refund WHERE realm_id = ? AND reason = 'made_at_provider'";

  private final Db db;
  private final Realm realm;

  public ProviderRecords(PostgresAddress database, Realm realm) {
    this.realm = realm;
    this.db = new Db(database);
  }

  /**
   * A payment.
   *
   * @param open whether an operation of it is in flight
   */
  public record Row(
      UUID id, String key, String status, long amount, long captured, long refunded, boolean open) {
    String text() {
      return new PaymentId(id).text();
    }
  }

  public List<Row> payments() {
    return db.list(PAYMENTS, ProviderRecords::row, realm.id());
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getObject("id", UUID.class),
        row.getString("description"),
        row.getString("status"),
        row.getLong("amount"),
        row.getLong("amount_captured"),
        row.getLong("amount_refunded"),
        row.getBoolean("open"));
  }

  /** Returns how many refunds made in the provider's dashboard Florin has recorded. */
  public long refundsMadeThere() {
    return db.findOne(REFUNDS_MADE_THERE, row -> row.getLong("made"), realm.id()).orElseThrow();
  }

  /**
   * Returns the payment for each name that a provider may use for it: Florin's ids in all
   * spellings, and the provider's ids.
   */
  public Map<String, UUID> paymentsByName() {
    var names = new HashMap<String, UUID>();
    for (Row row : payments()) {
      names.put(row.text(), row.id());
      names.put(row.id().toString(), row.id());
    }
    db.list(ATTEMPTS, row -> pair(row.getObject("id", UUID.class).toString(), row), realm.id())
        .forEach(attempt -> {
          names.put(attempt.getKey(), attempt.getValue());
          names.put(new AttemptId(UUID.fromString(attempt.getKey())).text(), attempt.getValue());
        });
    db.list(EXTERNAL_IDS, row -> pair(row.getString("external_id"), row), realm.id())
        .forEach(external -> names.put(external.getKey(), external.getValue()));
    return names;
  }

  private static Map.Entry<String, UUID> pair(String name, ResultSet row) throws SQLException {
    return Map.entry(name, row.getObject("payment_id", UUID.class));
  }

  @Override
  public void close() {
    db.close();
  }
}
