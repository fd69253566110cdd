package florin.payment.store;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The payments of all realms that need a person, in PostgreSQL. Those of sandboxes don't: their
 * state is that of another time.
 */
public final class AttentionStore {
  private static final String OVERDUE =
      """
      SELECT DISTINCT realm_id, payment_id,
             operation = 'refund' AS is_refund,
             connector_kind = 'bank_transfer' AS is_by_bank,
             (SELECT p.customer_id
                FROM payment p
               WHERE p.realm_id = a.realm_id
                 AND p.id = a.payment_id
                 AND p.amount = 0) AS customer_of_setup
        FROM attempt a
       WHERE realm_id < 4294967296
         AND status IN ('begun', 'pending', 'unknown', 'reversing')
         AND created_at < CASE WHEN operation = 'refund' THEN ?::timestamptz ELSE ?::timestamptz END
       LIMIT ?
      """;

  private static final String DISPUTED =
      """
      SELECT realm_id, id
        FROM payment
       WHERE provider -> 'dispute' ->> 'open' IS NOT NULL
         AND realm_id < 4294967296
       ORDER BY id DESC
       LIMIT ?
      """;

  private static final String DIFFERS_AT_PROVIDER =
      """
      SELECT realm_id, id
        FROM payment
       WHERE provider ->> 'differs_at' IS NOT NULL
         AND realm_id < 4294967296
       ORDER BY id DESC
       LIMIT ?
      """;

  /** Finds lost disputes. The time is ISO 8601 text, which sorts like the time. */
  private static final String LOST =
      """
      SELECT realm_id, id
        FROM payment
       WHERE provider -> 'dispute' ->> 'lost_at' > ?
         AND realm_id < 4294967296
       ORDER BY provider -> 'dispute' ->> 'lost_at' DESC
       LIMIT ?
      """;

  private final Db db;

  public AttentionStore(Db db) {
    this.db = db;
  }

  public record PaymentOfRealm(Realm realm, PaymentId id) {
    private static PaymentOfRealm read(ResultSet row) throws SQLException {
      return new PaymentOfRealm(
          new Realm(row.getLong("realm_id")), new PaymentId(row.getObject("id", UUID.class)));
    }
  }

  /**
   * A payment with an operation whose outcome is unknown for too long.
   *
   * @param isByBank whether the operation is a bank transfer
   * @param customerOfSetup the customer, if it is a setup
   */
  public record OverduePayment(
      Realm realm,
      PaymentId payment,
      boolean isRefund,
      boolean isByBank,
      Optional<CustomerId> customerOfSetup) {
    private static OverduePayment read(ResultSet row) throws SQLException {
      return new OverduePayment(
          new Realm(row.getLong("realm_id")),
          new PaymentId(row.getObject("payment_id", UUID.class)),
          row.getBoolean("is_refund"),
          row.getBoolean("is_by_bank"),
          Optional.ofNullable(row.getObject("customer_of_setup", UUID.class)).map(CustomerId::new));
    }
  }

  /** Returns the payments with a refund or another operation that began before these times. */
  public List<OverduePayment> listOverdue(Instant refundsBefore, Instant othersBefore, int most) {
    return db.list(OVERDUE, OverduePayment::read, refundsBefore, othersBefore, most);
  }

  /** Returns the payments with an open dispute, the newest first. */
  public List<PaymentOfRealm> listDisputed(int most) {
    return db.list(DISPUTED, PaymentOfRealm::read, most);
  }

  /** Returns the payments for which the provider has moved another amount than they record. */
  public List<PaymentOfRealm> listDifferingAtProvider(int most) {
    return db.list(DIFFERS_AT_PROVIDER, PaymentOfRealm::read, most);
  }

  /** Returns the payments whose disputes were lost since a time, the last first. */
  public List<PaymentOfRealm> listLost(Instant since, int most) {
    return db.list(LOST, PaymentOfRealm::read, since.toString(), most);
  }
}
