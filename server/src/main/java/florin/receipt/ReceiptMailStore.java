package florin.receipt;

import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.DueRows;
import florin.db.Statement;
import florin.db.Write;
import florin.payment.machine.Payment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The mails that are to be sent, and what became of them, in PostgreSQL. */
public final class ReceiptMailStore {
  private static final Statement INSERT =
      Statement.insert(
          "receipt_mail",
          "payment_id",
          "realm_id bigint, payment_id uuid, recipient text, due_at timestamptz, created_at timestamptz");

  /** The receipt of a bank transfer goes after the mail that said where to send it. */
  private static final Statement NEXT =
      Statement.lenient(
          "receipt_mail.next",
          "receipt_mail",
          "payment_id",
          "realm_id bigint, payment_id uuid, recipient text, due_at timestamptz, created_at timestamptz",
          """
          INSERT INTO receipt_mail AS m (realm_id, payment_id, recipient, due_at, created_at)
          SELECT realm_id, payment_id, recipient, due_at, created_at
            FROM :rows
              ON CONFLICT (realm_id, payment_id) DO UPDATE
             SET recipient = excluded.recipient,
                 status = 'waiting',
                 tries = 0,
                 due_at = excluded.due_at,
                 last_error = NULL,
                 completed_at = NULL,
                 repeats = m.repeats + 1
           WHERE m.repeats < 10\
          """);

  private static final String DUE =
      """
      SELECT realm_id, payment_id AS id
        FROM receipt_mail
       WHERE due_at <= ?
       ORDER BY due_at
       LIMIT ?
      """;

  private static final String CLAIM =
      """
      WITH due AS MATERIALIZED (
           SELECT payment_id
             FROM receipt_mail
            WHERE realm_id = ?
              AND payment_id = ANY(?)
              AND due_at <= ?
              FOR UPDATE SKIP LOCKED)
      UPDATE receipt_mail m
         SET due_at = ?,
             tries = m.tries + 1
        FROM due
       WHERE m.realm_id = ?
         AND m.payment_id = due.payment_id
      RETURNING m.realm_id, m.payment_id, m.recipient, m.repeats, m.tries
      """;

  private static final String FIND =
      """
      SELECT recipient, status, created_at, completed_at, repeats
        FROM receipt_mail
       WHERE realm_id = ?
         AND payment_id = ?
      """;

  /** Does nothing while one is on its way, and soon after; the CHECK holds their number. */
  private static final String REPEAT =
      """
      INSERT INTO receipt_mail AS m (realm_id, payment_id, recipient, due_at, created_at, repeats)
      VALUES (?, ?, ?, ?, ?, 1)
          ON CONFLICT (realm_id, payment_id) DO UPDATE
         SET recipient = excluded.recipient,
             status = 'waiting',
             tries = 0,
             due_at = excluded.due_at,
             last_error = NULL,
             completed_at = NULL,
             repeats = m.repeats + 1
       WHERE m.completed_at < ?
         AND m.repeats < ?
      """;

  /** Holds only while the lease is still ours: the next one has another number of tries. */
  private static final String RECORD =
      """
      UPDATE receipt_mail
         SET status = ?,
             due_at = ?,
             last_error = ?,
             completed_at = ?
       WHERE realm_id = ?
         AND payment_id = ?
         AND tries = ?
         AND repeats = ?
         AND status = 'waiting'
      """;

  private final Db db;

  public ReceiptMailStore(Db db) {
    this.db = db;
  }

  /**
   * A mail that somebody is about to send.
   *
   * @param repeats how often somebody has had it sent again
   * @param tries this one included
   */
  record Due(Realm realm, PaymentId payment, String recipient, int repeats, int tries) {}

  /** How a mail ended, as it stands in SQL. */
  enum End {
    SENT("sent"),
    REFUSED("refused"),
    GIVEN_UP("given_up");

    private final String text;

    End(String text) {
      this.text = text;
    }
  }

  /** The write by which a mail cannot be forgotten; none where nobody wants one. */
  public static List<Write> enqueue(Payment payment, Instant now) {
    return payment.order().receiptEmail().stream()
        .map(recipient ->
            (payment.findTransfer().isPresent() ? NEXT : INSERT)
                .row(payment.realm().id(), payment.id().uuid(), recipient, now, now))
        .toList();
  }

  Optional<ReceiptMail> find(Realm realm, PaymentId payment) {
    return db.findOne(
        FIND,
        row ->
            new ReceiptMail(
                row.getString("recipient"),
                row.getString("status"),
                Db.findInstant(row, "completed_at"),
                row.getInt("repeats")),
        realm.id(),
        payment.uuid());
  }

  /**
   * False when one is on its way, or was completed later than the time, or there are too many.
   *
   * @param earlier the last one must have been completed before
   */
  boolean repeat(Payment payment, String recipient, Instant now, Instant earlier, int most) {
    return db.update(
            REPEAT, payment.realm().id(), payment.id().uuid(), recipient, now, now, earlier, most)
        == 1;
  }

  /** Takes mails that are due, for the length of a lease; nobody else gets the same ones. */
  List<Due> claim(Instant now, Duration lease, int limit) {
    Instant end = now.plus(lease);
    return db.listForEach(
        CLAIM,
        ReceiptMailStore::read,
        DueRows.list(db, DUE, now, limit),
        due -> new Object[] {due.realm(), due.array(), now, end, due.realm()});
  }

  void tryAgain(Due mail, Instant when, String error) {
    record(mail, "waiting", Optional.of(when), Optional.of(error), Optional.empty());
  }

  void resolve(Due mail, End end, Optional<String> error, Instant now) {
    record(mail, end.text, Optional.empty(), error, Optional.of(now));
  }

  private void record(
      Due mail,
      String status,
      Optional<Instant> due,
      Optional<String> error,
      Optional<Instant> completed) {
    db.update(
        RECORD,
        status,
        due,
        error,
        completed,
        mail.realm().id(),
        mail.payment().uuid(),
        mail.tries(),
        mail.repeats());
  }

  private static Due read(ResultSet row) throws SQLException {
    return new Due(
        new Realm(row.getLong("realm_id")),
        new PaymentId(row.getObject("payment_id", UUID.class)),
        row.getString("recipient"),
        row.getInt("repeats"),
        row.getInt("tries"));
  }
}
