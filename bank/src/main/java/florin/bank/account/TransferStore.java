package florin.bank.account;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.bank.CreditorReference;
import florin.bank.account.ExpectedTransfer.Payee;
import florin.bank.account.ExpectedTransfer.State;
import florin.bank.account.ExpectedTransfer.WaitPeriod;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Expected transfers in PostgreSQL, table `bank_transfer`. Two conditions keep it correct under
 * concurrent writers. Each operation reference is used once (the primary key), and an update
 * requires the version that was read.
 */
public final class TransferStore {
  /** The constraint that fails if another transfer already has the payer's reference. */
  public static final String REFERENCE_ONCE = "bank_transfer_reference_once";

  private static final AttemptId BEFORE_ALL = new AttemptId(new java.util.UUID(0, 0));

  private static final Table<ExpectedTransfer> TABLE = new Table<>("bank_transfer", "t");

  private static final Column<ExpectedTransfer, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, ExpectedTransfer::realm);
  private static final Column<ExpectedTransfer, AttemptId> ATTEMPT =
      TABLE.column("id", UUID.as(AttemptId::uuid, AttemptId::new), ExpectedTransfer::attempt);
  private static final Column<ExpectedTransfer, Integer> VERSION =
      TABLE.column("version", INTEGER, ExpectedTransfer::version);
  private static final Column<ExpectedTransfer, State> STATE =
      TABLE.column("state", TEXT.as(State::text, State::of), ExpectedTransfer::state);
  private static final Column<ExpectedTransfer, CreditorReference> REFERENCE =
      TABLE.column(
          "reference",
          TEXT.as(CreditorReference::text, CreditorReference::new),
          ExpectedTransfer::reference);
  private static final Column<ExpectedTransfer, ReceivingAccountId> ACCOUNT =
      TABLE.column(
          "account_id",
          UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new),
          it -> it.payee().account());
  private static final Column<ExpectedTransfer, Long> AMOUNT =
      TABLE.column("amount", BIGINT, it -> it.amount().minor());
  private static final Column<ExpectedTransfer, Currency> CURRENCY =
      TABLE.column(
          "currency", TEXT.as(Currency::code, Currency::get), it -> it.amount().currency());
  private static final Column<ExpectedTransfer, Long> RECEIVED =
      TABLE.column("received", BIGINT, it -> it.received().minor());
  private static final Column<ExpectedTransfer, Instant> EXPIRES_AT =
      TABLE.column("expires_at", TIMESTAMPTZ, it -> it.period().expires());
  private static final Column<ExpectedTransfer, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, it -> it.period().created());

  /** Inserts a transfer; fails if its operation reference is used, even by a closed one. */
  private static final RecordStatement<ExpectedTransfer> INSERT =
      TABLE.insertOnceWithout("bank_transfer.insert");

  /** Updates the row if its version is still the one that was read. */
  private static final RecordStatement<ExpectedTransfer> UPDATE =
      TABLE.update("bank_transfer.update", STATE, RECEIVED);

  /** Closes an operation reference, so that no transfer can ever be requested under it. */
  private static final Statement CLOSE =
      Statement.guarded(
          "bank_transfer.close",
          "bank_transfer",
          "id",
          "realm_id bigint, id uuid, created_at timestamptz",
          """
          INSERT INTO bank_transfer (realm_id, id, version, state, created_at)
          SELECT realm_id, id, 1, 'closed', created_at
            FROM :rows
              ON CONFLICT (realm_id, id) DO NOTHING
          RETURNING id\
          """);

  private static final String SELECT =
      """
      SELECT *
        FROM bank_transfer
       WHERE realm_id = ?
      """;

  private static final String FIND = SELECT + "   AND id = ?";

  private static final String FIND_BY_REFERENCE = SELECT + "   AND reference = ?";

  private static final String LIST_BY_REFERENCE = SELECT + "   AND reference = ANY(?)";

  private static final String LIST_LEFT =
      """
      SELECT *
        FROM bank_transfer
       WHERE state = 'closed'
         AND received > 0
         AND (realm_id, id) > (?, ?)
       ORDER BY realm_id, id
       LIMIT ?
      """;

  private static final String LIST_WAITING =
      """
      SELECT *
        FROM bank_transfer
       WHERE realm_id = ?
         AND currency = ?
         AND amount - received = ?
         AND state = 'open'
       ORDER BY realm_id DESC, currency DESC, (amount - received) DESC, id DESC
       LIMIT ?
      """;

  private static final String LIST_BY_REFERENCES =
      """
      SELECT *
        FROM bank_transfer
       WHERE realm_id = ?
         AND reference = ANY(?)
         AND state = 'open'
       ORDER BY id DESC
       LIMIT ?
      """;

  private final Db db;

  public TransferStore(Db db) {
    this.db = db;
  }

  /** Returns an insert that fails if its operation reference is used. */
  public static Write insert(ExpectedTransfer transfer) {
    return INSERT.row(transfer);
  }

  /** Returns an update that fails if another writer changed the transfer first. */
  public static Write update(ExpectedTransfer transfer) {
    return UPDATE.row(transfer);
  }

  /** Returns an insert of a closed reference, which fails if the reference is taken. */
  public static Write close(Realm realm, AttemptId attempt, Instant now) {
    return CLOSE.row(realm.id(), attempt.uuid(), now);
  }

  /** The record under an operation reference. */
  public sealed interface TransferRecord {
    /** A transfer is, or was, expected. */
    record Expected(ExpectedTransfer transfer) implements TransferRecord {}

    /** No transfer was ever requested, and none will be. */
    record Closed() implements TransferRecord {}
  }

  public Optional<TransferRecord> find(Realm realm, AttemptId attempt) {
    return db.findOne(FIND, TransferStore::readFound, realm.id(), attempt.uuid());
  }

  /** Returns the transfer that an authorization expects or expected, if it requested one. */
  public Optional<ExpectedTransfer> findExpected(Realm realm, AttemptId attempt) {
    return find(realm, attempt)
        .filter(TransferRecord.Expected.class::isInstance)
        .map(found -> ((TransferRecord.Expected) found).transfer());
  }

  /** Returns the transfer with the reference that the payer names. */
  public Optional<ExpectedTransfer> find(Realm realm, CreditorReference reference) {
    return db.findOne(FIND_BY_REFERENCE, TransferStore::read, realm.id(), reference.text());
  }

  /** Returns the transfers with these references, in no order. */
  public List<ExpectedTransfer> list(Realm realm, List<CreditorReference> references) {
    return db.list(
        LIST_BY_REFERENCE,
        TransferStore::read,
        realm.id(),
        references.stream().map(CreditorReference::text).toArray(String[]::new));
  }

  /** Returns open transfers with exactly this outstanding amount, the newest first. */
  public List<ExpectedTransfer> listWaiting(Realm realm, Money outstanding, int most) {
    return db.list(
        LIST_WAITING,
        TransferStore::read,
        realm.id(),
        outstanding.currency().code(),
        outstanding.minor(),
        most);
  }

  /** Returns open transfers with one of these references, the newest first. */
  public List<ExpectedTransfer> listWaiting(
      Realm realm, List<CreditorReference> references, int most) {
    return db.list(
        LIST_BY_REFERENCES,
        TransferStore::read,
        realm.id(),
        references.stream().map(CreditorReference::text).toArray(String[]::new),
        most);
  }

  /**
   * Returns closed transfers of all realms whose money must become a customer credit.
   *
   * @param last the transfer after which the list starts
   */
  public List<ExpectedTransfer> listLeft(Optional<ExpectedTransfer> last, int most) {
    return db.list(
        LIST_LEFT,
        TransferStore::read,
        last.map(it -> it.realm().id()).orElse(0L),
        last.map(ExpectedTransfer::attempt).orElse(BEFORE_ALL).uuid(),
        most);
  }

  private static TransferRecord readFound(ResultSet row) throws SQLException {
    return row.getString("reference") == null
        ? new TransferRecord.Closed()
        : new TransferRecord.Expected(read(row));
  }

  private static ExpectedTransfer read(ResultSet row) throws SQLException {
    Currency currency = CURRENCY.of(row);
    return new ExpectedTransfer(
        REALM.of(row),
        ATTEMPT.of(row),
        VERSION.of(row),
        STATE.of(row),
        new Payee(REFERENCE.of(row), ACCOUNT.of(row)),
        new Money(AMOUNT.of(row), currency),
        new Money(RECEIVED.of(row), currency),
        new WaitPeriod(CREATED_AT.of(row), EXPIRES_AT.of(row)));
  }
}
