package florin.team;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RefundRequestId;
import florin.core.Id.UserId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.team.RefundRequests.RefundRequest;
import florin.team.RefundRequests.RequestStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Requests to approve refunds, in PostgreSQL. */
final class RefundRequestStore {
  /**
   * Expires an open request that was not decided in time. One with an interrupted approval is open
   * exactly as long as the approval can be repeated, because its refund may exist.
   */
  private static final String EXPIRE =
      """
      UPDATE refund_request
         SET status = 'expired',
             decided_at = LEAST(expires_at, now())
       WHERE realm_id = ?
         AND payment_id = ?
         AND status = 'open'
         AND CASE WHEN begun_at IS NULL THEN expires_at <= ? ELSE begun_at <= ? END
      """;

  private static final String INSERT =
      """
      INSERT INTO refund_request (realm_id, id, payment_id, amount, currency, reason, note, asked_by, created_at, expires_at, status)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')
          ON CONFLICT (realm_id, payment_id) WHERE status = 'open' DO NOTHING
      """;

  private static final String SELECT =
      """
      SELECT r.id, r.payment_id, r.amount, r.currency, r.reason, r.note, r.created_at, r.expires_at,
             CASE WHEN r.status = 'open' AND CASE WHEN r.begun_at IS NULL THEN r.expires_at <= ? ELSE r.begun_at <= ? END THEN 'expired' ELSE r.status END AS status,
             r.begun_at IS NOT NULL AS begun, r.decided_at, r.answer, r.refund_id, coalesce(a.name, '') AS asker, d.name AS decider
        FROM refund_request r
        LEFT JOIN author a ON a.id = r.asked_by
        LEFT JOIN author d ON d.id = r.decided_by
       WHERE r.realm_id = ?
      """;

  private static final String LIST_OPEN =
      SELECT
          + "   AND r.status = 'open'\n   AND CASE WHEN r.begun_at IS NULL THEN r.expires_at > ? ELSE r.begun_at > ? END\n ORDER BY r.created_at, r.id\n LIMIT ?";

  private static final String LIST =
      SELECT + "   AND r.payment_id = ?\n ORDER BY r.id DESC\n LIMIT ?";

  private static final String FIND = SELECT + "   AND r.payment_id = ?\n   AND r.id = ?";

  private static final String BEGIN =
      """
      UPDATE refund_request
         SET begun_at = coalesce(begun_at, ?)
       WHERE realm_id = ?
         AND id = ?
         AND status = 'open'
         AND CASE WHEN begun_at IS NULL THEN expires_at > ? AND NOT ? ELSE begun_at > ? END
      """;

  private static final String APPROVE =
      """
      UPDATE refund_request
         SET status = 'approved',
             decided_by = ?,
             decided_at = ?,
             refund_id = ?
       WHERE realm_id = ?
         AND id = ?
         AND status <> 'approved'
      """;

  private static final String DECLINE =
      """
      UPDATE refund_request
         SET status = 'declined',
             decided_by = ?,
             decided_at = ?,
             answer = ?
       WHERE realm_id = ?
         AND id = ?
         AND status = 'open'
         AND (begun_at IS NULL OR begun_at <= ? AND NOT ?)
      """;

  private static final String FAIL =
      """
      UPDATE refund_request
         SET status = 'declined',
             decided_by = ?,
             decided_at = ?,
             answer = left(?, 500)
       WHERE realm_id = ?
         AND id = ?
         AND status = 'open'
      """;

  private final Db db;

  RefundRequestStore(Db db) {
    this.db = db;
  }

  boolean insert(
      Realm realm, RefundRequest request, UserId asker, Instant repeatable, Db.Work<?> audit) {
    return db.transaction(connection -> {
      Db.update(
          connection, EXPIRE, realm.id(), request.payment().uuid(), request.created(), repeatable);
      boolean isInserted =
          Db.update(
                  connection,
                  INSERT,
                  realm.id(),
                  request.id().uuid(),
                  request.payment().uuid(),
                  request.amount().minor(),
                  request.amount().currency().code(),
                  request.reason(),
                  request.note(),
                  asker.uuid(),
                  request.created(),
                  request.expires())
              == 1;
      if (isInserted) {
        audit.run(connection);
      }
      return isInserted;
    });
  }

  List<RefundRequest> listOpen(Realm realm, Instant now, Instant repeatable, int most) {
    return db.list(
        LIST_OPEN, RefundRequestStore::read, now, repeatable, realm.id(), now, repeatable, most);
  }

  List<RefundRequest> list(
      Realm realm, PaymentId payment, Instant now, Instant repeatable, int most) {
    return db.list(
        LIST, RefundRequestStore::read, now, repeatable, realm.id(), payment.uuid(), most);
  }

  Optional<RefundRequest> find(
      Realm realm, PaymentId payment, RefundRequestId id, Instant now, Instant repeatable) {
    return db.findOne(
        FIND, RefundRequestStore::read, now, repeatable, realm.id(), payment.uuid(), id.uuid());
  }

  /**
   * Marks a request as being approved.
   *
   * @param isRefunded whether the payment was refunded since the request; only a repeated approval
   *     begins then
   * @param repeatable the earliest beginning of an approval that can be repeated
   */
  boolean begin(
      Realm realm, RefundRequestId id, boolean isRefunded, Instant now, Instant repeatable) {
    return db.update(BEGIN, now, realm.id(), id.uuid(), now, isRefunded, repeatable) == 1;
  }

  void approve(Realm realm, RefundRequestId id, UserId by, RefundId refund, Instant now) {
    db.update(APPROVE, by.uuid(), now, refund.uuid(), realm.id(), id.uuid());
  }

  /**
   * Declines a request.
   *
   * @param idle the latest beginning of an approval that no longer runs
   */
  boolean decline(
      Realm realm,
      RefundRequestId id,
      UserId by,
      String answer,
      boolean isRefunded,
      Instant now,
      Instant idle,
      Db.Work<?> audit) {
    return db.transaction(connection -> {
      boolean isDeclined =
          Db.update(
                  connection,
                  DECLINE,
                  by.uuid(),
                  now,
                  answer,
                  realm.id(),
                  id.uuid(),
                  idle,
                  isRefunded)
              == 1;
      if (isDeclined) {
        audit.run(connection);
      }
      return isDeclined;
    });
  }

  void fail(Realm realm, RefundRequestId id, UserId by, String words, Instant now) {
    db.update(FAIL, by.uuid(), now, words, realm.id(), id.uuid());
  }

  private static RefundRequest read(ResultSet row) throws SQLException {
    return new RefundRequest(
        new RefundRequestId(row.getObject("id", UUID.class)),
        new PaymentId(row.getObject("payment_id", UUID.class)),
        new Money(row.getLong("amount"), Currency.get(row.getString("currency"))),
        Optional.ofNullable(row.getString("reason")),
        row.getString("note"),
        row.getString("asker"),
        Db.getInstant(row, "created_at"),
        Db.getInstant(row, "expires_at"),
        RequestStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
        row.getBoolean("begun"),
        Optional.ofNullable(row.getString("decider")),
        Db.findInstant(row, "decided_at"),
        row.getString("answer"),
        Optional.ofNullable(row.getObject("refund_id", UUID.class)).map(RefundId::new));
  }
}
