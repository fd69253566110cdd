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
 * The transfers that are waited for, table `bank_transfer`. Two conditions make it right whoever
 * writes: our reference is taken once (the primary key), and a row is changed only from the version
 * that was read.
 */
public final class TransferStore {
  /** The reference that a payer would name is another's already. */
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

  /** Refused where the reference is taken, be it by one that was closed. */
  private static final RecordStatement<ExpectedTransfer> INSERT =
      TABLE.insertOnceWithout("bank_transfer.insert");

  /** Holds only if nobody has changed it since it was read. */
  private static final RecordStatement<ExpectedTransfer> UPDATE =
      TABLE.update("bank_transfer.update", STATE, RECEIVED);

  /** That under a reference of ours no money is ever asked for. */
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

  /** Refused where our reference is taken. */
  public static Write insert(ExpectedTransfer transfer) {
    return INSERT.row(transfer);
  }

  /** Refused when somebody else was faster. */
  public static Write update(ExpectedTransfer transfer) {
    return UPDATE.row(transfer);
  }

  /** Whether it is a transfer's version that had moved. */
  public static boolean isGuard(Write write) {
    return UPDATE.has(write);
  }

  /** Refused where the reference is taken. */
  public static Write close(Realm realm, AttemptId attempt, Instant now) {
    return CLOSE.row(realm.id(), attempt.uuid(), now);
  }

  /** What stands under a reference of ours. */
  public sealed interface TransferRecord {
    /** Money is, or was, waited for. */
    record Expected(ExpectedTransfer transfer) implements TransferRecord {}

    /** None was ever asked for, and none will be. */
    record Closed() implements TransferRecord {}
  }

  public Optional<TransferRecord> find(Realm realm, AttemptId attempt) {
    return db.findOne(FIND, TransferStore::readFound, realm.id(), attempt.uuid());
  }

  /** What an authorisation waits for, or has waited for, if it has asked for money. */
  public Optional<ExpectedTransfer> findExpected(Realm realm, AttemptId attempt) {
    return find(realm, attempt)
        .filter(TransferRecord.Expected.class::isInstance)
        .map(found -> ((TransferRecord.Expected) found).transfer());
  }

  /** By what the payer names. */
  public Optional<ExpectedTransfer> find(Realm realm, CreditorReference reference) {
    return db.findOne(FIND_BY_REFERENCE, TransferStore::read, realm.id(), reference.text());
  }

  /** The same for many, in no order. */
  public List<ExpectedTransfer> list(Realm realm, List<CreditorReference> references) {
    return db.list(
        LIST_BY_REFERENCE,
        TransferStore::read,
        realm.id(),
        references.stream().map(CreditorReference::text).toArray(String[]::new));
  }

  /** Those that wait for just as much, the newest first. */
  public List<ExpectedTransfer> listWaiting(Realm realm, Money outstanding, int most) {
    return db.list(
        LIST_WAITING,
        TransferStore::read,
        realm.id(),
        outstanding.currency().code(),
        outstanding.minor(),
        most);
  }

  /** Those that wait under one of these references, the newest first. */
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
   * Closed transfers of all realms with money that has to become a credit.
   *
   * @param last the transfer behind which they begin
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
