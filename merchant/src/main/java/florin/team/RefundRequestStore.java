package florin.team;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RefundRequestId;
import florin.core.Id.UserId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
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
  /** Expires an open request that was not decided in time. */
  private static final String EXPIRE =
      """
      UPDATE refund_request
         SET status = 'expired',
             decided_at = LEAST(expires_at, now())
       WHERE realm_id = ?
         AND payment_id = ?
         AND status = 'open'
         AND expires_at <= ?
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
             CASE WHEN r.status = 'open' AND r.expires_at <= ? THEN 'expired' ELSE r.status END AS status,
             r.decided_at, r.answer, r.refund_id, r.asked_by, coalesce(a.name, '') AS asker, d.name AS decider
        FROM refund_request r
        LEFT JOIN author a ON a.id = r.asked_by
        LEFT JOIN author d ON d.id = r.decided_by
       WHERE r.realm_id = ?
      """;

  private static final String LIST_OPEN =
      SELECT
          + "   AND r.status = 'open'\n   AND r.expires_at > ?\n ORDER BY r.created_at, r.id\n LIMIT ?";

  private static final String LIST =
      SELECT + "   AND r.payment_id = ?\n ORDER BY r.id DESC\n LIMIT ?";

  private static final String FIND = SELECT + "   AND r.payment_id = ?\n   AND r.id = ?";

  /** Approves a request that is open and in time, in the first commit of its refund. */
  private static final Statement APPROVE =
      Statement.guarded(
          "refund_request.approve",
          "refund_request",
          "id",
          "realm_id bigint, id uuid, decided_by uuid, decided_at timestamptz, refund_id uuid",
          """
          UPDATE refund_request q
             SET status = 'approved',
                 decided_by = r.decided_by,
                 decided_at = r.decided_at,
                 refund_id = r.refund_id
            FROM :rows r
           WHERE q.realm_id = :realm
             AND q.id = r.id
             AND q.status = 'open'
             AND q.expires_at > r.decided_at
          RETURNING q.id\
          """);

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

  boolean insert(Realm realm, RefundRequest request, Db.Work<?> audit) {
    return db.transaction(connection -> {
      Db.update(connection, EXPIRE, realm.id(), request.payment().uuid(), request.created());
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
                  request.askedBy().uuid(),
                  request.created(),
                  request.expires())
              == 1;
      if (isInserted) {
        audit.run(connection);
      }
      return isInserted;
    });
  }

  List<RefundRequest> listOpen(Realm realm, Instant now, int most) {
    return db.list(LIST_OPEN, RefundRequestStore::read, now, realm.id(), now, most);
  }

  List<RefundRequest> list(Realm realm, PaymentId payment, Instant now, int most) {
    return db.list(LIST, RefundRequestStore::read, now, realm.id(), payment.uuid(), most);
  }

  Optional<RefundRequest> find(Realm realm, PaymentId payment, RefundRequestId id, Instant now) {
    return db.findOne(FIND, RefundRequestStore::read, now, realm.id(), payment.uuid(), id.uuid());
  }

  static Write approve(Realm realm, RefundRequestId id, UserId by, RefundId refund, Instant now) {
    return APPROVE.row(realm.id(), id.uuid(), by.uuid(), now, refund.uuid());
  }

  /** Declines an open request. */
  boolean decline(
      Realm realm, RefundRequestId id, UserId by, String answer, Instant now, Db.Work<?> audit) {
    return db.transaction(connection -> {
      boolean isDeclined =
          Db.update(connection, DECLINE, by.uuid(), now, answer, realm.id(), id.uuid()) == 1;
      if (isDeclined) {
        audit.run(connection);
      }
      return isDeclined;
    });
  }

  boolean fail(Realm realm, RefundRequestId id, UserId by, String words, Instant now) {
    return db.update(FAIL, by.uuid(), now, words, realm.id(), id.uuid()) == 1;
  }

  private static RefundRequest read(ResultSet row) throws SQLException {
    return new RefundRequest(
        new RefundRequestId(row.getObject("id", UUID.class)),
        new PaymentId(row.getObject("payment_id", UUID.class)),
        new Money(row.getLong("amount"), Currency.get(row.getString("currency"))),
        Optional.ofNullable(row.getString("reason")),
        row.getString("note"),
        new UserId(row.getObject("asked_by", UUID.class)),
        row.getString("asker"),
        Db.getInstant(row, "created_at"),
        Db.getInstant(row, "expires_at"),
        RequestStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
        Optional.ofNullable(row.getString("decider")),
        Db.findInstant(row, "decided_at"),
        row.getString("answer"),
        Optional.ofNullable(row.getObject("refund_id", UUID.class)).map(RefundId::new));
  }
}
