package florin.receipt;

import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.DueRows;
import florin.db.Statement;
import florin.db.Write;
import florin.payment.machine.Payment;
import florin.receipt.ReceiptRepeats.ReceiptMail;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The receipt mails to send and their results, in PostgreSQL. */
public final class ReceiptMailStore {
  private static final Statement INSERT =
      Statement.insert(
          "receipt_mail",
          "payment_id",
          "realm_id bigint, payment_id uuid, recipient text, due_at timestamptz, created_at timestamptz");

  /** Enqueues the receipt of a bank transfer after the mail with the instructions. */
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

  /**
   * Enqueues a repeat, unless a mail is in progress or was just sent; a CHECK constraint limits the
   * number.
   */
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

  /**
   * Records a result if the lease is still this node's: each later one has another number of tries.
   */
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
   * A mail that is about to be sent.
   *
   * @param repeats how often a person has sent it again
   * @param tries the number of tries, including this one
   */
  record Due(Realm realm, PaymentId payment, String recipient, int repeats, int tries) {}

  /** The end of a mail, as SQL stores it. */
  enum End {
    SENT("sent"),
    REFUSED("refused"),
    GIVEN_UP("given_up");

    private final String text;

    End(String text) {
      this.text = text;
    }
  }

  /**
   * Returns the write that enqueues a mail; none if the payment has no address for the receipt, or
   * is in a sandbox.
   */
  public static List<Write> enqueue(Payment payment, Instant now) {
    return payment.terms().receiptEmail().stream()
        .filter(_ -> !payment.realm().isSandbox())
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
   * Enqueues a repeat. Returns false if a mail is in progress, was completed too recently, or was
   * repeated too often.
   *
   * @param earlier the time before which the last one must have been completed
   */
  boolean repeat(Payment payment, String recipient, Instant now, Instant earlier, int most) {
    return db.update(
            REPEAT, payment.realm().id(), payment.id().uuid(), recipient, now, now, earlier, most)
        == 1;
  }

  /** Leases due mails; no other node gets the same ones. */
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
