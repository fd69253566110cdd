package florin.bank.imports;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.DATE;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.bank.imports.BankStatement.Balances;
import florin.bank.imports.BankStatement.Bookings;
import florin.bank.imports.BankStatement.Status;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Id.BankFileId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Bank statements in PostgreSQL. */
public final class BankStatementStore {
  private static final Table<BankStatement> TABLE = new Table<>("bank_statement", "s");

  private static final Column<BankStatement, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, BankStatement::realm);
  private static final Column<BankStatement, BankStatementId> ID =
      TABLE.column("id", UUID.as(BankStatementId::uuid, BankStatementId::new), BankStatement::id);
  private static final Column<BankStatement, BankFileId> FILE =
      TABLE.column("file_id", UUID.as(BankFileId::uuid, BankFileId::new), BankStatement::file);
  private static final Column<BankStatement, ReceivingAccountId> ACCOUNT =
      TABLE.column(
          "receiving_account_id",
          UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new),
          BankStatement::account);
  private static final Column<BankStatement, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), BankStatement::status);
  private static final Column<BankStatement, StatementFormat> FORMAT =
      TABLE.column(
          "format",
          TEXT.as(StatementFormat::text, text -> StatementFormat.find(text).orElseThrow()),
          BankStatement::format);
  private static final Column<BankStatement, String> BANK_REFERENCE =
      TABLE.column("bank_reference", TEXT, BankStatement::bankReference);
  private static final Column<BankStatement, Optional<Long>> NUMBER =
      TABLE.optional("number", BIGINT, BankStatementStore::number);
  private static final Column<BankStatement, Currency> CURRENCY =
      TABLE.column("currency", TEXT.as(Currency::code, Currency::get), BankStatement::currency);
  private static final Column<BankStatement, Optional<Long>> OPENING =
      TABLE.optional("opening", BIGINT, it -> it.balances().map(Balances::opening));
  private static final Column<BankStatement, Optional<Long>> CLOSING =
      TABLE.optional("closing", BIGINT, it -> it.balances().map(Balances::closing));
  private static final Column<BankStatement, LocalDate> STATED_ON =
      TABLE.column("stated_on", DATE, BankStatement::statedOn);
  private static final Column<BankStatement, Integer> ENTRIES =
      TABLE.column("entries", INTEGER, it -> it.turnover().entries());
  private static final Column<BankStatement, Integer> DUPLICATES =
      TABLE.column("duplicates", INTEGER, it -> it.turnover().duplicates());
  private static final Column<BankStatement, Long> CREDITS =
      TABLE.column("credits", BIGINT, it -> it.turnover().credits());
  private static final Column<BankStatement, Long> DEBITS =
      TABLE.column("debits", BIGINT, it -> it.turnover().debits());
  private static final Column<BankStatement, Boolean> GAP =
      TABLE.column("gap", BOOLEAN, BankStatement::gap);
  private static final Column<BankStatement, Boolean> OVERLAP =
      TABLE.column("overlap", BOOLEAN, BankStatement::overlap);
  private static final Column<BankStatement, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, BankStatement::created);

  private static final RecordStatement<BankStatement> INSERT = TABLE.insertWithout(OVERLAP);

  private static final String END =
      """
      UPDATE bank_statement
         SET bank_reference = ?,
             closing = ?,
             first_on = ?,
             stated_on = ?,
             entries = ?,
             credits = ?,
             debits = ?
       WHERE realm_id = ?
         AND id = ?
      """;

  /**
   * Counts a duplicate. If another process has counted it already, this changes no row and breaks
   * no guard.
   */
  private static final Statement COUNT_DUPLICATE =
      Statement.guarded(
          "bank_statement.count_duplicate",
          "bank_statement",
          "id",
          "realm_id bigint, id uuid",
          """
          UPDATE bank_statement s
             SET duplicates = duplicates + 1
            FROM :rows r
           WHERE s.realm_id = :realm
             AND s.id = r.id
             AND s.duplicates < s.entries
          RETURNING s.id\
          """);

  private static final String SELECT = "SELECT * FROM bank_statement";

  private static final String FIND =
      SELECT + " WHERE realm_id = ? AND id = ? AND status = 'booked'";

  private static final String OF_FILE = SELECT + " WHERE file_id = ? AND realm_id = ? ORDER BY id";

  private static final String OF_NAME =
      SELECT
          + """
           WHERE receiving_account_id = ?
             AND realm_id = ?
             AND bank_reference = ?
             AND status = 'booked'
          """;

  private static final String LATEST =
      SELECT
          + """
           WHERE receiving_account_id = ?
             AND realm_id = ?
             AND status = 'booked'
             AND opening IS NOT NULL
           ORDER BY stated_on DESC, place DESC, id DESC
           LIMIT 1
          """;

  private static final String BEFORE =
      SELECT
          + """
           WHERE receiving_account_id = ?
             AND realm_id = ?
             AND status = 'booked'
             AND opening IS NOT NULL
             AND (stated_on, place, id) < (SELECT stated_on, place, id FROM bank_statement WHERE realm_id = ? AND id = ?)
           ORDER BY stated_on DESC, place DESC, id DESC
           LIMIT 1
          """;

  private static final String COVERAGE =
      """
      SELECT max(stated_on) AS last, count(*) FILTER (WHERE gap) AS gaps
        FROM bank_statement
       WHERE receiving_account_id = ?
         AND realm_id = ?
         AND status = 'booked'
      """;

  private static final String LIST_GAPS =
      """
      SELECT realm_id, id
        FROM bank_statement
       WHERE gap
         AND status = 'booked'
         AND created_at < ?
         AND created_at > ?
       ORDER BY created_at DESC
       LIMIT ?
      """;

  private final Db db;

  public BankStatementStore(Db db) {
    this.db = db;
  }

  static Write insert(BankStatement statement) {
    return INSERT.row(statement);
  }

  /** Returns a write that counts one more duplicate in the entry's statement. */
  public static Write countDuplicate(BankEntry entry) {
    return COUNT_DUPLICATE.row(entry.realm().id(), entry.statement().uuid());
  }

  /**
   * Writes the fields that are known only at the end of a statement.
   *
   * @param first the day of its first entry
   */
  void end(BankStatement statement, Optional<LocalDate> first) {
    db.update(
        END,
        statement.bankReference(),
        statement.balances().map(Balances::closing),
        first,
        statement.statedOn(),
        statement.turnover().entries(),
        statement.turnover().credits(),
        statement.turnover().debits(),
        statement.realm().id(),
        statement.id().uuid());
  }

  /** A statement that does not continue the previous one. */
  public record StatementGap(Realm realm, BankStatementId statement) {}

  /** Returns the statements of all realms with a gap that arrived between these times. */
  public List<StatementGap> listGaps(Instant from, Instant to, int most) {
    return db.list(LIST_GAPS, row -> new StatementGap(REALM.of(row), ID.of(row)), to, from, most);
  }

  /**
   * What the statements of an account cover.
   *
   * @param last the day of the last statement
   * @param gaps the number of statements that do not continue the previous one
   */
  public record Coverage(Optional<LocalDate> last, long gaps) {}

  public Coverage coverage(Realm realm, ReceivingAccountId account) {
    return db.findOne(
            COVERAGE,
            row ->
                new Coverage(
                    Optional.ofNullable(row.getObject("last", LocalDate.class)),
                    row.getLong("gaps")),
            account.uuid(),
            realm.id())
        .orElseThrow();
  }

  public Optional<BankStatement> find(Realm realm, BankStatementId id) {
    return db.findOne(FIND, BankStatementStore::read, realm.id(), id.uuid());
  }

  List<BankStatement> listOf(Realm realm, BankFileId file) {
    return db.list(OF_FILE, BankStatementStore::read, file.uuid(), realm.id());
  }

  /** Returns the statement of the account with the same bank reference. */
  Optional<BankStatement> findSame(BankStatement statement) {
    return db.findOne(
        OF_NAME,
        BankStatementStore::read,
        statement.account().uuid(),
        statement.realm().id(),
        statement.bankReference());
  }

  /** Returns the account's last statement with balances. */
  public Optional<BankStatement> findLatest(Realm realm, ReceivingAccountId account) {
    return db.findOne(LATEST, BankStatementStore::read, account.uuid(), realm.id());
  }

  /** Returns the statement with balances that precedes this one. */
  public Optional<BankStatement> findBefore(BankStatement statement) {
    return db.findOne(
        BEFORE,
        BankStatementStore::read,
        statement.account().uuid(),
        statement.realm().id(),
        statement.realm().id(),
        statement.id().uuid());
  }

  /**
   * The conditions of a list of statements.
   *
   * @param gapsOnly whether to return only statements before which one is missing
   * @param created when Florin read them
   */
  public record StatementFilter(
      Optional<ReceivingAccountId> account, boolean gapsOnly, IdTime.Span created) {}

  /** Returns a page of matching statements, newest first. */
  public Page<BankStatement> list(Realm realm, StatementFilter filter, PageRequest page) {
    return query(SELECT, realm, filter).page(db, page, BankStatementStore::read);
  }

  public Count count(Realm realm, StatementFilter filter) {
    return query("SELECT id FROM bank_statement", realm, filter).count(db);
  }

  private static ListQuery query(String select, Realm realm, StatementFilter filter) {
    return new ListQuery(select, realm)
        .and("receiving_account_id = ?", filter.account().map(ReceivingAccountId::uuid))
        .and("status = 'booked'")
        .and(filter.gapsOnly() ? Optional.of("gap") : Optional.<String>empty())
        .createdIn(filter.created());
  }

  /** Returns a page of statements, newest first. */
  public Page<BankStatement> list(
      Realm realm, Optional<ReceivingAccountId> account, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("receiving_account_id = ?", account.map(ReceivingAccountId::uuid))
        .and("status = 'booked'")
        .page(db, page, BankStatementStore::read);
  }

  private static Optional<Long> number(BankStatement statement) {
    return statement.number().isPresent()
        ? Optional.of(statement.number().getAsLong())
        : Optional.empty();
  }

  static BankStatement read(ResultSet row) throws SQLException {
    Optional<Long> opening = OPENING.of(row);
    Optional<Long> number = NUMBER.of(row);
    return new BankStatement(
        REALM.of(row),
        ID.of(row),
        FILE.of(row),
        ACCOUNT.of(row),
        STATUS.of(row),
        FORMAT.of(row),
        BANK_REFERENCE.of(row),
        number.isPresent() ? OptionalLong.of(number.get()) : OptionalLong.empty(),
        CURRENCY.of(row),
        opening.isPresent()
            ? Optional.of(new Balances(opening.get(), CLOSING.of(row).orElseThrow()))
            : Optional.empty(),
        STATED_ON.of(row),
        new Bookings(ENTRIES.of(row), DUPLICATES.of(row), CREDITS.of(row), DEBITS.of(row)),
        GAP.of(row),
        OVERLAP.of(row),
        CREATED_AT.of(row));
  }
}
