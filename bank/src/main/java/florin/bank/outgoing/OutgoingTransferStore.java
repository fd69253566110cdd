package florin.bank.outgoing;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.bank.outgoing.OutgoingTransfer.Destination;
import florin.bank.outgoing.OutgoingTransfer.OutgoingPlace;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.core.Currency;
import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.vault.SealedTextStore.SealedColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Outgoing transfers in PostgreSQL. For a refund, this is the connector's ledger, which decides the
 * outcome until a file contains it. Every update names the version that was read.
 */
public final class OutgoingTransferStore {
  /** The encrypted account numbers. */
  public static final SealedColumn SEALED =
      SealedColumn.ofRealms(
          "account numbers of outgoing transfers", "outgoing_transfer", "id", "iban_sealed");

  private static final Table<OutgoingTransfer> TABLE = new Table<>("outgoing_transfer", "o");

  private static final Column<OutgoingTransfer, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, OutgoingTransfer::realm);
  private static final Column<OutgoingTransfer, java.util.UUID> ID =
      TABLE.column("id", UUID, OutgoingTransfer::id);
  private static final Column<OutgoingTransfer, Integer> VERSION =
      TABLE.column("version", INTEGER, OutgoingTransfer::version);
  private static final Column<OutgoingTransfer, TransferState> STATE =
      TABLE.column(
          "state", TEXT.as(TransferState::text, TransferState::of), OutgoingTransfer::state);
  private static final Column<OutgoingTransfer, Optional<RefundId>> REFUND =
      TABLE.optional("refund_id", UUID.as(RefundId::uuid, RefundId::new), OutgoingTransfer::refund);
  private static final Column<OutgoingTransfer, Optional<java.util.UUID>> HOLDING =
      TABLE.optional("unapplied_funds_id", UUID, OutgoingTransfer::holding);
  private static final Column<OutgoingTransfer, String> END_TO_END_ID =
      TABLE.column("end_to_end_id", TEXT, OutgoingTransfer::endToEndId);
  private static final Column<OutgoingTransfer, ReceivingAccountId> ACCOUNT =
      TABLE.column(
          "receiving_account_id",
          UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new),
          OutgoingTransfer::account);
  private static final Column<OutgoingTransfer, Long> AMOUNT =
      TABLE.column("amount", BIGINT, it -> it.amount().minor());
  private static final Column<OutgoingTransfer, Currency> CURRENCY =
      TABLE.column(
          "currency", TEXT.as(Currency::code, Currency::get), it -> it.amount().currency());
  private static final Column<OutgoingTransfer, String> HOLDER =
      TABLE.column("holder", TEXT, it -> it.destination().holder());
  private static final Column<OutgoingTransfer, String> IBAN_SEALED =
      TABLE.column("iban_sealed", TEXT, it -> it.destination().sealedIban());
  private static final Column<OutgoingTransfer, String> IBAN_LAST4 =
      TABLE.column("iban_last4", TEXT, it -> it.destination().last4());
  private static final Column<OutgoingTransfer, Boolean> NAMED =
      TABLE.column("named", BOOLEAN, it -> it.destination().named());
  private static final Column<OutgoingTransfer, String> MESSAGE =
      TABLE.column("message", TEXT, OutgoingTransfer::message);
  private static final Column<OutgoingTransfer, Optional<PaymentFileId>> ORDER =
      TABLE.optional(
          "order_id", UUID.as(PaymentFileId::uuid, PaymentFileId::new), it -> it.place().order());
  private static final Column<OutgoingTransfer, Optional<BankEntryId>> ENTRY =
      TABLE.optional(
          "entry_id", UUID.as(BankEntryId::uuid, BankEntryId::new), it -> it.place().entry());
  private static final Column<OutgoingTransfer, Instant> WAITING_SINCE =
      TABLE.column("waiting_since", TIMESTAMPTZ, it -> it.place().waitingSince());
  private static final Column<OutgoingTransfer, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, OutgoingTransfer::created);

  private static final RecordStatement<OutgoingTransfer> INSERT = TABLE.insertWithout();

  /** Updates the row if its version is still the one that was read. */
  private static final RecordStatement<OutgoingTransfer> UPDATE =
      TABLE.update("outgoing_transfer.update", STATE, ORDER, ENTRY, WAITING_SINCE);

  private static final String SELECT = "SELECT * FROM outgoing_transfer";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_BY_END_TO_END_ID =
      SELECT + " WHERE realm_id = ? AND end_to_end_id = ?";

  private static final String FIND_BY_ENTRY = SELECT + " WHERE entry_id = ? AND realm_id = ?";

  /** Lists the transfers of unapplied funds: one for each ordered return. */
  private static final String LIST_OF_HOLDING =
      SELECT + " WHERE unapplied_funds_id = ? AND realm_id = ? ORDER BY id DESC LIMIT ?";

  private static final String FIND_LAST_ORDER =
      """
      SELECT order_id
        FROM payment_file_transfer
       WHERE transfer_id = ?
         AND realm_id = ?
       ORDER BY order_id DESC
       LIMIT 1
      """;

  private static final String LIST_WAITING =
      SELECT
          + """
           WHERE receiving_account_id = ?
             AND realm_id = ?
             AND state = 'waiting'
           ORDER BY id
           LIMIT ?
          """;

  private static final String LIST_OF_ORDER =
      """
      SELECT o.*
        FROM payment_file_transfer b
        JOIN outgoing_transfer o ON o.realm_id = b.realm_id AND o.id = b.transfer_id
       WHERE b.order_id = ?
         AND b.realm_id = ?
       ORDER BY b.transfer_id
       LIMIT ?
      """;

  private static final String LIST_OTHER_AMOUNTS =
      """
      SELECT realm_id, order_id
        FROM outgoing_transfer
       WHERE state = 'other_amount'
       ORDER BY id DESC
       LIMIT ?
      """;

  /** Lists accounts of all realms with transfers that have waited since before a time. */
  private static final String LIST_WAITING_ACCOUNTS =
      """
      SELECT DISTINCT realm_id, receiving_account_id
        FROM outgoing_transfer
       WHERE state = 'waiting'
         AND waiting_since < ?
       LIMIT ?
      """;

  private final Db db;

  public OutgoingTransferStore(Db db) {
    this.db = db;
  }

  public static Write insert(OutgoingTransfer transfer) {
    return INSERT.row(transfer);
  }

  /** Returns an update that fails if another writer changed the transfer first. */
  public static Write update(OutgoingTransfer transfer) {
    return UPDATE.row(transfer);
  }

  public Optional<OutgoingTransfer> find(Realm realm, java.util.UUID id) {
    return db.findOne(FIND, OutgoingTransferStore::read, realm.id(), id);
  }

  /**
   * Finds a transfer by the end-to-end id that a bank reports. Florin writes it in upper case, but
   * a bank may not.
   */
  public Optional<OutgoingTransfer> findByEndToEndId(Realm realm, String endToEndId) {
    return db.findOne(
        FIND_BY_END_TO_END_ID,
        OutgoingTransferStore::read,
        realm.id(),
        endToEndId.toUpperCase(Locale.ROOT));
  }

  /** Returns the transfer that a bank entry booked. */
  public Optional<OutgoingTransfer> findByEntry(Realm realm, BankEntryId entry) {
    return db.findOne(FIND_BY_ENTRY, OutgoingTransferStore::read, entry.uuid(), realm.id());
  }

  /** Returns the newest file that contains it or did. */
  public Optional<PaymentFileId> findLastOrder(OutgoingTransfer transfer) {
    return db.findOne(
        FIND_LAST_ORDER,
        row -> new PaymentFileId(row.getObject("order_id", java.util.UUID.class)),
        transfer.id(),
        transfer.realm().id());
  }

  /** Returns the transfers that return unapplied funds, the newest first. */
  public List<OutgoingTransfer> listOf(Realm realm, java.util.UUID holding, int most) {
    return db.list(LIST_OF_HOLDING, OutgoingTransferStore::read, holding, realm.id(), most);
  }

  /** Returns the transfers for the next file of an account, the oldest first. */
  public List<OutgoingTransfer> listWaiting(Realm realm, ReceivingAccountId account, int most) {
    return db.list(LIST_WAITING, OutgoingTransferStore::read, account.uuid(), realm.id(), most);
  }

  /** Returns the transfers of a file, or those it had before it was rejected. */
  public List<OutgoingTransfer> listOf(Realm realm, PaymentFileId order, int most) {
    return db.list(LIST_OF_ORDER, OutgoingTransferStore::read, order.uuid(), realm.id(), most);
  }

  /** A payment file of a realm. */
  public record FileOfRealm(Realm realm, PaymentFileId id) {}

  /** Returns the files of all realms for which the bank has booked another amount of a transfer. */
  public List<FileOfRealm> listFilesThatDiffer(int most) {
    return db
        .list(
            LIST_OTHER_AMOUNTS,
            row -> new FileOfRealm(REALM.of(row), ORDER.of(row).orElseThrow()),
            most)
        .stream()
        .distinct()
        .toList();
  }

  /** An account for which a payment file is due. */
  public record DueAccount(Realm realm, ReceivingAccountId account) {}

  /** Returns the accounts of all realms with transfers that have waited since before a time. */
  public List<DueAccount> listDue(Instant before, int most) {
    return db.list(
        LIST_WAITING_ACCOUNTS, row -> new DueAccount(REALM.of(row), ACCOUNT.of(row)), before, most);
  }

  private static OutgoingTransfer read(ResultSet row) throws SQLException {
    return new OutgoingTransfer(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        STATE.of(row),
        REFUND.of(row),
        HOLDING.of(row),
        END_TO_END_ID.of(row),
        ACCOUNT.of(row),
        new Money(AMOUNT.of(row), CURRENCY.of(row)),
        new Destination(HOLDER.of(row), IBAN_SEALED.of(row), IBAN_LAST4.of(row), NAMED.of(row)),
        MESSAGE.of(row),
        new OutgoingPlace(ORDER.of(row), ENTRY.of(row), WAITING_SINCE.of(row)),
        CREATED_AT.of(row));
  }
}
