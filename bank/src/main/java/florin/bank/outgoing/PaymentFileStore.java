package florin.bank.outgoing;

import florin.core.Currency;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.vault.SealedTextStore.SealedColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Payment files in PostgreSQL. */
public final class PaymentFileStore {
  /** The encrypted files. */
  public static final SealedColumn SEALED =
      SealedColumn.ofRealms("payment files", "payment_file", "id", "file_sealed");

  /**
   * Inserts a file if all its transfers still wait, so that each is in one file even with
   * concurrent writers.
   */
  private static final Statement INSERT =
      Statement.guarded(
          "payment_file.insert",
          "payment_file",
          "id",
          "realm_id bigint, id uuid, receiving_account_id uuid, file_sealed text, ordered text, transfers integer, amount bigint, currency text, created_at timestamptz",
          """
          WITH made AS MATERIALIZED (
               SELECT r.* FROM :rows r),
               assigned AS (
               UPDATE outgoing_transfer o
                  SET state = 'ordered',
                      order_id = made.id,
                      version = o.version + 1
                 FROM made
                WHERE o.realm_id = made.realm_id
                  AND o.id = ANY(string_to_array(made.ordered, ' ')::uuid[])
                  AND o.state = 'waiting'
               RETURNING o.realm_id, o.order_id, o.id),
               kept AS (
               INSERT INTO payment_file_transfer (realm_id, order_id, transfer_id)
               SELECT realm_id, order_id, id
                 FROM assigned)
          INSERT INTO payment_file (realm_id, id, version, status, receiving_account_id, file_sealed, transfers, amount, currency, created_at)
          SELECT realm_id, id, 1, 'open', receiving_account_id, file_sealed, transfers, amount, currency, created_at
            FROM made
           WHERE transfers = (SELECT count(*) FROM assigned WHERE assigned.order_id = made.id)
          RETURNING id\
          """);

  /** Rejects a file if it is open; transfers that the bank has not booked wait for another file. */
  private static final Statement REJECT =
      Statement.guarded(
          "payment_file.reject",
          "payment_file",
          "id",
          "realm_id bigint, id uuid, version integer, rejected_at timestamptz",
          """
          WITH refused AS MATERIALIZED (
               SELECT r.* FROM :rows r),
               released AS (
               UPDATE outgoing_transfer o
                  SET state = 'waiting',
                      order_id = NULL,
                      waiting_since = refused.rejected_at,
                      version = o.version + 1
                 FROM refused
                WHERE o.order_id = refused.id
                  AND o.realm_id = refused.realm_id
                  AND o.state = 'ordered')
          UPDATE payment_file b
             SET status = 'rejected',
                 version = refused.version
            FROM refused
           WHERE b.realm_id = refused.realm_id
             AND b.id = refused.id
             AND b.version = refused.version - 1
             AND b.status = 'open'
          RETURNING b.id\
          """);

  private static final String SELECT =
      """
      SELECT b.realm_id, b.id, b.version, b.status, b.receiving_account_id, b.transfers, b.amount, b.currency, b.created_at,
             (SELECT count(*) FROM unbooked_transfer o WHERE o.order_id = b.id AND o.realm_id = b.realm_id)::integer AS open
        FROM payment_file b
      """;

  private static final String FIND = SELECT + " WHERE b.realm_id = ? AND b.id = ?";

  private static final String FIND_FILE =
      "SELECT file_sealed FROM payment_file WHERE realm_id = ? AND id = ?";

  private final Db db;

  public PaymentFileStore(Db db) {
    this.db = db;
  }

  /**
   * Returns the insert of a file.
   *
   * @param sealed the encrypted file
   */
  public static Write insert(PaymentFile order, String sealed, List<OutgoingTransfer> ordered) {
    return INSERT.row(
        order.realm().id(),
        order.id().uuid(),
        order.account().uuid(),
        sealed,
        ordered.stream().map(transfer -> transfer.id().toString()).collect(Collectors.joining(" ")),
        order.transfers(),
        order.total().minor(),
        order.total().currency().code(),
        order.created());
  }

  /** Returns a write that fails if another writer changed the file first. */
  public static Write reject(PaymentFile order, Instant now) {
    return REJECT.row(order.realm().id(), order.id().uuid(), order.version() + 1, now);
  }

  public Optional<PaymentFile> find(Realm realm, PaymentFileId id) {
    return db.findOne(FIND, PaymentFileStore::read, realm.id(), id.uuid());
  }

  /** Returns the encrypted file. */
  public String getFile(PaymentFile order) {
    return db.findOne(
            FIND_FILE, row -> row.getString("file_sealed"), order.realm().id(), order.id().uuid())
        .orElseThrow(() -> new IllegalStateException(order.id() + " was there and is gone"));
  }

  /** Returns a page, newest first. */
  public Page<PaymentFile> list(
      Realm realm, Optional<ReceivingAccountId> account, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("receiving_account_id = ?", account.map(ReceivingAccountId::uuid))
        .page(db, page, PaymentFileStore::read);
  }

  private static PaymentFile read(ResultSet row) throws SQLException {
    return new PaymentFile(
        new Realm(row.getLong("realm_id")),
        new PaymentFileId(row.getObject("id", UUID.class)),
        row.getInt("version"),
        row.getString("status").equals("rejected"),
        new ReceivingAccountId(row.getObject("receiving_account_id", UUID.class)),
        row.getInt("transfers"),
        new Money(row.getLong("amount"), Currency.get(row.getString("currency"))),
        row.getInt("open"),
        Db.getInstant(row, "created_at"));
  }
}
