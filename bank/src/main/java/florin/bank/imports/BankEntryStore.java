package florin.bank.imports;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.DATE;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.UUID;

import florin.bank.imports.BankEntry.EntryPlace;
import florin.bank.imports.BankEntry.Said;
import florin.bank.imports.BankEntry.SealedIban;
import florin.bank.imports.BankEntry.Status;
import florin.core.Bounds;
import florin.core.Currency;
import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.vault.SealedTextStore.SealedColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Entries of bank statements in PostgreSQL. Entries of a staged statement are invisible. */
public final class BankEntryStore {
  /** Payers' encrypted account numbers. */
  public static final SealedColumn SEALED =
      SealedColumn.ofRealms("payers' account numbers", "bank_entry", "id", "party_iban_sealed");

  private static final Table<BankEntry> TABLE = new Table<>("bank_entry", "e");

  private static final Column<BankEntry, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, BankEntry::realm);
  private static final Column<BankEntry, BankEntryId> ID =
      TABLE.column("id", UUID.as(BankEntryId::uuid, BankEntryId::new), BankEntry::id);
  private static final Column<BankEntry, ReceivingAccountId> ACCOUNT =
      TABLE.column(
          "receiving_account_id",
          UUID.as(ReceivingAccountId::uuid, ReceivingAccountId::new),
          BankEntry::account);
  private static final Column<BankEntry, BankStatementId> STATEMENT =
      TABLE.column(
          "statement_id",
          UUID.as(BankStatementId::uuid, BankStatementId::new),
          BankEntry::statement);
  private static final Column<BankEntry, Integer> NUMBER =
      TABLE.column("number", INTEGER, entry -> entry.place().number());
  private static final Column<BankEntry, Integer> DETAIL =
      TABLE.column("detail", INTEGER, entry -> entry.place().detail());
  private static final Column<BankEntry, Integer> VERSION =
      TABLE.column("version", INTEGER, BankEntry::version);
  private static final Column<BankEntry, Status> STATUS =
      TABLE.column("status", TEXT.as(Status::text, Status::of), BankEntry::status);
  private static final Column<BankEntry, Long> AMOUNT =
      TABLE.column("amount", BIGINT, entry -> entry.amount().minor());
  private static final Column<BankEntry, Currency> CURRENCY =
      TABLE.column(
          "currency", TEXT.as(Currency::code, Currency::get), entry -> entry.amount().currency());
  private static final Column<BankEntry, Boolean> DEBIT =
      TABLE.column("debit", BOOLEAN, BankEntry::debit);
  private static final Column<BankEntry, Boolean> REVERSAL =
      TABLE.column("reversal", BOOLEAN, BankEntry::reversal);
  private static final Column<BankEntry, LocalDate> BOOKED_ON =
      TABLE.column("booked_on", DATE, BankEntry::bookedOn);
  private static final Column<BankEntry, Optional<String>> BANK_REFERENCE =
      TABLE.optional("bank_reference", TEXT, BankEntry::bankReference);
  private static final Column<BankEntry, Long> ENTRY_AMOUNT =
      TABLE.column("entry_amount", BIGINT, entry -> entry.entryAmount().minor());
  private static final Column<BankEntry, Boolean> POSSIBLE_DUPLICATE =
      TABLE.column("possible_duplicate", BOOLEAN, BankEntry::possibleDuplicate);
  private static final Column<BankEntry, Optional<String>> REFERENCES =
      TABLE.optional("creditor_references", TEXT, entry -> entry.said().references().stored());
  private static final Column<BankEntry, Optional<String>> END_TO_END_ID =
      TABLE.optional("end_to_end_id", TEXT, entry -> entry.said().endToEndId());
  private static final Column<BankEntry, Optional<String>> MESSAGE =
      TABLE.optional("message", TEXT, entry -> entry.said().message());
  private static final Column<BankEntry, Optional<String>> PARTY =
      TABLE.optional("party", TEXT, entry -> entry.said().party());
  private static final Column<BankEntry, Optional<String>> IBAN_SEALED =
      TABLE.optional(
          "party_iban_sealed", TEXT, entry -> entry.said().iban().map(SealedIban::sealed));
  private static final Column<BankEntry, Optional<String>> IBAN_LAST4 =
      TABLE.optional("party_iban_last4", TEXT, entry -> entry.said().iban().map(SealedIban::last4));
  private static final Column<BankEntry, Optional<String>> RETURN_REASON =
      TABLE.optional("return_reason", TEXT, entry -> entry.said().returnReason());

  private static final RecordStatement<BankEntry> INSERT = TABLE.insertWithout(POSSIBLE_DUPLICATE);

  /** Updates the entry if no other process has matched it since it was read. */
  private static final RecordStatement<BankEntry> UPDATE =
      TABLE.update("bank_entry.update", STATUS);

  /** Holds only if the entry has not changed since it was read. */
  private static final RecordStatement<BankEntry> CONFIRM =
      TABLE.update("bank_entry.confirm", POSSIBLE_DUPLICATE);

  private static final String SELECT = "SELECT * FROM bank_entry";

  /** Selects entries for lists, which add the condition that the statement is booked. */
  private static final String SELECT_BOOKED =
      """
      SELECT *
        FROM bank_entry e
      """;

  private static final String IS_BOOKED =
      "EXISTS (SELECT FROM bank_statement s WHERE s.realm_id = e.realm_id AND s.id = e.statement_id AND s.status = 'booked')";

  /** Finds entries to match. Few statements have any, and an index finds these statements. */
  private static final String IS_TO_MATCH =
      IS_BOOKED.replace("'booked')", "'booked' AND NOT s.matched)");

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_BOOKED =
      SELECT_BOOKED + " WHERE realm_id = ? AND id = ? AND " + IS_BOOKED;

  /** Uses the order of the index that makes an entry unique within its statement. */
  private static final String LIST_NEW =
      """
      SELECT *
        FROM bank_entry
       WHERE statement_id = ?
         AND realm_id = ?
         AND status = 'new'
         AND (number, detail) > (?, ?)
       ORDER BY statement_id, number, detail
       LIMIT ?
      """;

  /** Skips the entries of a file that is still staged. */
  private static final String LIST_BY_BANK_REFERENCE =
      SELECT
          + """
           WHERE receiving_account_id = ?
             AND realm_id = ?
             AND bank_reference = ?
             AND amount = ?
             AND NOT debit
             AND status IN ('matched', 'unmatched')
           ORDER BY id DESC
           LIMIT ?
          """;

  private static final String LIST_BY_END_TO_END_ID =
      LIST_BY_BANK_REFERENCE.replace("bank_reference = ?", "end_to_end_id = ?");

  private static final String LIST_DEBITS =
      LIST_BY_BANK_REFERENCE.replace("NOT debit", "debit").replace("'unmatched'", "'other'");

  /** Finds entries with the same bank reference, direction and day in another statement. */
  private static final String LIST_TOLD_BESIDE =
      """
      SELECT e.*
        FROM bank_entry e
        JOIN bank_statement s ON s.realm_id = e.realm_id AND s.id = e.statement_id AND s.status = 'booked'
       WHERE e.receiving_account_id = ?
         AND e.realm_id = ?
         AND e.bank_reference = ?
         AND e.debit = ?
         AND e.booked_on = ?
         AND e.status <> 'duplicate'
         AND s.format <> (SELECT o.format FROM bank_statement o WHERE o.realm_id = e.realm_id AND o.id = ?)
       ORDER BY e.id
       LIMIT ?
      """;

  private static final String LIST_WITH_TOLD_BESIDE =
      """
      SELECT m.id
        FROM bank_entry m
       WHERE m.realm_id = ?
         AND m.id = ANY(?)
         AND m.bank_reference IS NOT NULL
         AND EXISTS (SELECT 1
                       FROM bank_entry e
                       JOIN bank_statement s ON s.realm_id = e.realm_id AND s.id = e.statement_id AND s.status = 'booked'
                       JOIN bank_statement o ON o.realm_id = m.realm_id AND o.id = m.statement_id AND o.format <> s.format
                      WHERE e.realm_id = m.realm_id
                        AND e.receiving_account_id = m.receiving_account_id
                        AND e.bank_reference = m.bank_reference
                        AND e.debit = m.debit
                        AND e.booked_on = m.booked_on
                        AND e.status <> 'duplicate')
      """;

  /**
   * Counts entries in one statement: two of one statement are two bookings, even if they are equal.
   */
  private static final String COUNT_ALIKE =
      """
      SELECT count(DISTINCT e.number) AS alike
        FROM bank_entry e
       WHERE e.receiving_account_id = ?
         AND e.realm_id = ?
         AND e.bank_reference = ?
         AND e.statement_id = ?
         AND e.entry_amount = ?
         AND e.debit = ?
         AND e.booked_on = ?
      """;

  /** An undecided entry that may be the same booking. */
  private static final String FIND_UNDECIDED =
      SELECT
          + """
           WHERE receiving_account_id = ?
             AND realm_id = ?
             AND booked_on = ?
             AND amount = ?
             AND NOT debit
             AND bank_reference IS NULL
             AND possible_duplicate
             AND status IN ('new', 'unmatched')
             AND id <> ?
           LIMIT 1
          """;

  /** Lists debits that concern no object. */
  private static final String LIST_OTHER_DEBITS =
      SELECT
          + """
           WHERE realm_id = ?
             AND booked_on BETWEEN ? AND ?
             AND debit
             AND status = 'other'
             AND NOT reversal
             AND NOT possible_duplicate
             AND return_reason IS NULL
           ORDER BY booked_on DESC, id DESC
           LIMIT ?
          """;

  private static final String LIST_BY_IDS =
      SELECT + " WHERE realm_id = ? AND id = ANY(?) ORDER BY id DESC";

  private final Db db;

  /**
   * The conditions that a list of bank entries meets.
   *
   * @param bookedOn in days since 1970
   */
  public record BankEntryFilter(
      Optional<BankStatementId> statement,
      Optional<ReceivingAccountId> account,
      Optional<BankEntry.Status> status,
      Bounds bookedOn) {
    public static BankEntryFilter of(BankStatementId statement) {
      return new BankEntryFilter(
          Optional.of(statement), Optional.empty(), Optional.empty(), Bounds.NONE);
    }
  }

  public BankEntryStore(Db db) {
    this.db = db;
  }

  static Write insert(BankEntry entry) {
    return INSERT.row(entry);
  }

  public static Write update(BankEntry entry) {
    return UPDATE.row(entry);
  }

  public static Write confirm(BankEntry entry) {
    return CONFIRM.row(entry);
  }

  /** Returns a write that holds only if the entry has not changed since it was read. */
  public static Write guard(BankEntry entry) {
    return CONFIRM.row(entry.touched());
  }

  /** Returns whether another credit may be the same booking, and no person has decided about it. */
  public boolean hasUndecidedTwin(BankEntry credit) {
    return credit.bankReference().isEmpty()
        && db.findOne(
                FIND_UNDECIDED,
                BankEntryStore::read,
                credit.account().uuid(),
                credit.realm().id(),
                credit.bookedOn(),
                credit.amount().minor(),
                credit.id().uuid())
            .isPresent();
  }

  /** Returns whether a failed guard means that another process has matched the entry. */
  public static boolean isGuard(Write write) {
    return UPDATE.has(write);
  }

  public Optional<BankEntry> find(Realm realm, BankEntryId id) {
    return db.findOne(FIND, BankEntryStore::read, realm.id(), id.uuid());
  }

  /** Returns an entry if its statement is booked, and so visible. */
  public Optional<BankEntry> findBooked(Realm realm, BankEntryId id) {
    return db.findOne(FIND_BOOKED, BankEntryStore::read, realm.id(), id.uuid());
  }

  public BankEntry get(Realm realm, BankEntryId id) {
    return find(realm, id)
        .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
  }

  /** Returns unmatched entries of a statement after a position, in order. */
  public List<BankEntry> listNew(
      Realm realm, BankStatementId statement, EntryPlace after, int most) {
    return db.list(
        LIST_NEW,
        BankEntryStore::read,
        statement.uuid(),
        realm.id(),
        after.number(),
        after.detail(),
        most);
  }

  /** Returns credits that a reversal with the same bank reference may undo, the newest first. */
  public List<BankEntry> listByBankReference(BankEntry reversal, String reference, int most) {
    return listLike(LIST_BY_BANK_REFERENCE, reversal, reference, most);
  }

  /** Returns credits that a reversal with the same end-to-end id may undo, the newest first. */
  public List<BankEntry> listByEndToEndId(BankEntry reversal, String endToEndId, int most) {
    return listLike(LIST_BY_END_TO_END_ID, reversal, endToEndId, most);
  }

  /** Returns debits that a credit with the same bank reference may undo, the newest first. */
  public List<BankEntry> listDebits(BankEntry reversal, String reference, int most) {
    return listLike(LIST_DEBITS, reversal, reference, most);
  }

  private List<BankEntry> listLike(String sql, BankEntry reversal, String name, int most) {
    return db.list(
        sql,
        BankEntryStore::read,
        reversal.account().uuid(),
        reversal.realm().id(),
        name,
        reversal.amount().minor(),
        most);
  }

  /**
   * Returns the entries of statements in another format with the same bank reference: the same
   * money.
   */
  public List<BankEntry> listToldBeside(BankEntry entry, int most) {
    return entry.bankReference().isEmpty()
        ? List.of()
        : db.list(
            LIST_TOLD_BESIDE,
            BankEntryStore::read,
            entry.account().uuid(),
            entry.realm().id(),
            entry.bankReference(),
            entry.debit(),
            entry.bookedOn(),
            entry.statement().uuid(),
            most);
  }

  /** Returns those of these ids for which {@link #listToldBeside} returns any entry. */
  public List<BankEntryId> listWithToldBeside(Realm realm, List<BankEntryId> ids) {
    return db.list(
        LIST_WITH_TOLD_BESIDE,
        row -> new BankEntryId(row.getObject("id", java.util.UUID.class)),
        realm.id(),
        ids.stream().map(BankEntryId::uuid).toArray(java.util.UUID[]::new));
  }

  /**
   * Returns whether no other entry of its statement has the same bank reference, amount, direction
   * and day.
   */
  public boolean isOnlyOne(BankEntry entry) {
    return db.findOne(
            COUNT_ALIKE,
            row -> row.getInt("alike"),
            entry.account().uuid(),
            entry.realm().id(),
            entry.bankReference(),
            entry.statement().uuid(),
            entry.entryAmount().minor(),
            entry.debit(),
            entry.bookedOn())
        .filter(alike -> alike == 1)
        .isPresent();
  }

  /** Returns debits of some days that concern no object, the newest first. */
  public List<BankEntry> listOtherDebits(Realm realm, LocalDate first, LocalDate last, int most) {
    return db.list(LIST_OTHER_DEBITS, BankEntryStore::read, realm.id(), first, last, most);
  }

  public List<BankEntry> list(Realm realm, List<BankEntryId> ids) {
    return db.list(
        LIST_BY_IDS,
        BankEntryStore::read,
        realm.id(),
        ids.stream().map(BankEntryId::uuid).toArray(java.util.UUID[]::new));
  }

  /** Returns a page of booked entries, newest first. */
  public Page<BankEntry> list(Realm realm, BankEntryFilter filter, PageRequest page) {
    Optional<Status> status = filter.status();
    return new ListQuery(SELECT_BOOKED, realm)
        .and("statement_id = ?", filter.statement().map(BankStatementId::uuid))
        .and("receiving_account_id = ?", filter.account().map(ReceivingAccountId::uuid))
        .and("status = ?", status.map(Status::text))
        .and("booked_on >= ?", day(filter.bookedOn().min()))
        .and("booked_on <= ?", day(filter.bookedOn().max()))
        .and(status.filter(Status.NEW::equals).isPresent() ? IS_TO_MATCH : IS_BOOKED)
        .page(db, page, BankEntryStore::read);
  }

  /** Returns the day, or empty if there is no bound. */
  private static Optional<LocalDate> day(long bound) {
    return bound == Bounds.NONE.min() || bound == Bounds.NONE.max()
        ? Optional.empty()
        : Optional.of(LocalDate.ofEpochDay(bound));
  }

  static BankEntry read(ResultSet row) throws SQLException {
    Currency currency = CURRENCY.of(row);
    Optional<String> sealed = IBAN_SEALED.of(row);
    return new BankEntry(
        REALM.of(row),
        ID.of(row),
        ACCOUNT.of(row),
        STATEMENT.of(row),
        new EntryPlace(NUMBER.of(row), DETAIL.of(row)),
        VERSION.of(row),
        STATUS.of(row),
        new Money(AMOUNT.of(row), currency),
        DEBIT.of(row),
        REVERSAL.of(row),
        BOOKED_ON.of(row),
        BANK_REFERENCE.of(row),
        new Money(ENTRY_AMOUNT.of(row), currency),
        POSSIBLE_DUPLICATE.of(row),
        new Said(
            FoundReferences.read(REFERENCES.of(row)),
            END_TO_END_ID.of(row),
            MESSAGE.of(row),
            PARTY.of(row),
            sealed.isPresent()
                ? Optional.of(new SealedIban(sealed.get(), IBAN_LAST4.of(row).orElseThrow()))
                : Optional.empty(),
            RETURN_REASON.of(row)));
  }
}
