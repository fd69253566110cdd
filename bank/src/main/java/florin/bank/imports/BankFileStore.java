package florin.bank.imports;

import florin.bank.imports.BankFile.Source;
import florin.core.Id.BankFileId;
import florin.core.Realm;
import florin.db.Db;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Statement files in PostgreSQL: the staged parts, and the commit that makes them visible. */
public final class BankFileStore {
  private static final HexFormat HEX = HexFormat.of();

  private static final String INSERT =
      """
      INSERT INTO bank_file (realm_id, id, status, hash, source, bytes, created_at)
      VALUES (?, ?, 'staged', ?, ?, ?, ?)
      """;

  private static final String FIND =
      """
      SELECT *
        FROM bank_file
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String FIND_BOOKED =
      """
      SELECT *
        FROM bank_file
       WHERE realm_id = ?
         AND hash = ?
         AND status = 'booked'
      """;

  /**
   * Creates the rows that serialize publication: a transaction locks the account's row before it
   * makes statements visible.
   */
  private static final String MAKE_POSITION =
      """
      INSERT INTO bank_position (realm_id, receiving_account_id)
      SELECT DISTINCT realm_id, receiving_account_id
        FROM bank_statement
       WHERE file_id = ?
         AND realm_id = ?
       ORDER BY receiving_account_id
          ON CONFLICT DO NOTHING
      """;

  private static final String HOLD_POSITION =
      """
      SELECT receiving_account_id
        FROM bank_position
       WHERE realm_id = ?
         AND receiving_account_id IN (SELECT receiving_account_id FROM bank_statement WHERE file_id = ? AND realm_id = ?)
       ORDER BY receiving_account_id
         FOR UPDATE
      """;

  /** Lists statements that are already booked under the same bank reference. */
  private static final String LIST_KNOWN =
      """
      SELECT s.id
        FROM bank_statement s
       WHERE s.file_id = ?
         AND s.realm_id = ?
         AND EXISTS (
             SELECT
               FROM bank_statement t
              WHERE t.receiving_account_id = s.receiving_account_id
                AND t.realm_id = s.realm_id
                AND t.bank_reference = s.bank_reference
                AND %s)
      """
          .formatted(OverlapStore.IS_KNOWN);

  private static final String DELETE_ENTRIES =
      """
      DELETE FROM bank_entry
       WHERE realm_id = ?
         AND id IN (
             SELECT id
               FROM bank_entry
              WHERE statement_id = ?
                AND realm_id = ?
              LIMIT ?)
      """;

  private static final String DELETE_STATEMENT =
      "DELETE FROM bank_statement WHERE realm_id = ? AND id = ? AND status = 'staged'";

  private static final String DELETE_FILE =
      "DELETE FROM bank_file WHERE realm_id = ? AND id = ? AND status = 'staged'";

  /**
   * Marks entries that another statement already has: the same bank reference, amount, direction
   * and day. Two equal entries in one statement are two bookings. If another format has the credit
   * whole and without a reference, matching decides about an entry with more details.
   */
  private static final String MARK_DUPLICATES =
      """
      UPDATE bank_entry e
         SET status = 'duplicate'
        FROM bank_statement s
       WHERE s.file_id = ?
         AND s.realm_id = ?
         AND e.statement_id = s.id
         AND e.realm_id = s.realm_id
         AND e.bank_reference IS NOT NULL
         AND EXISTS (
             SELECT
               FROM bank_entry o
               JOIN bank_statement t ON t.realm_id = o.realm_id AND t.id = o.statement_id
              WHERE %s
                AND o.receiving_account_id = e.receiving_account_id
                AND o.realm_id = e.realm_id
                AND o.bank_reference = e.bank_reference
                AND o.entry_amount = e.entry_amount
                AND o.debit = e.debit
                AND o.booked_on = e.booked_on
                AND o.status <> 'duplicate'
                AND (e.debit
                     OR e.reversal
                     OR t.format = s.format
                     OR (e.amount = e.entry_amount AND e.creditor_references IS NULL)
                     OR o.amount <> o.entry_amount
                     OR o.creditor_references IS NOT NULL))
      """
          .formatted(OverlapStore.IS_KNOWN);

  /** Finds an entry of a notification whose amounts the account's statement contradicts. */
  private static final String CONTRADICTS =
      """
      SELECT e.id
        FROM bank_statement s
        JOIN bank_entry e ON e.statement_id = s.id AND e.realm_id = s.realm_id
       WHERE s.file_id = ?
         AND s.realm_id = ?
         AND s.format = 'camt.054'
         AND e.bank_reference IS NOT NULL
         AND (SELECT bool_and(o.entry_amount <> e.entry_amount)
                FROM bank_entry o
                JOIN bank_statement t ON t.realm_id = o.realm_id AND t.id = o.statement_id AND t.status = 'booked' AND t.format <> s.format
               WHERE o.receiving_account_id = e.receiving_account_id
                 AND o.realm_id = e.realm_id
                 AND o.bank_reference = e.bank_reference
                 AND o.debit = e.debit
                 AND o.booked_on = e.booked_on)
       LIMIT 1
      """;

  /**
   * Marks overlapping statements. A notification next to a statement repeats its entries by design.
   */
  private static final String MARK_OVERLAPS =
      """
      UPDATE bank_statement s
         SET overlap = true
       WHERE s.file_id = ?
         AND s.realm_id = ?
         AND EXISTS (
             SELECT
               FROM bank_entry e
              WHERE e.statement_id = s.id
                AND e.realm_id = s.realm_id
                AND (e.possible_duplicate
                     OR (e.status = 'duplicate'
                         AND (e.bank_reference IS NULL
                              OR EXISTS (
                                 SELECT
                                   FROM bank_entry o
                                   JOIN bank_statement t ON t.realm_id = o.realm_id AND t.id = o.statement_id
                                  WHERE o.receiving_account_id = e.receiving_account_id
                                    AND o.realm_id = e.realm_id
                                    AND o.bank_reference = e.bank_reference
                                    AND o.entry_amount = e.entry_amount
                                    AND o.debit = e.debit
                                    AND o.booked_on = e.booked_on
                                    AND t.id <> s.id
                                    AND t.format = s.format
                                    AND %s)))))
      """
          .formatted(OverlapStore.IS_KNOWN);

  private static final String COUNT_DUPLICATES =
      """
      UPDATE bank_statement s
         SET duplicates = (SELECT count(*) FROM bank_entry e WHERE e.statement_id = s.id AND e.realm_id = s.realm_id AND e.status = 'duplicate')
       WHERE s.file_id = ?
         AND s.realm_id = ?
      """;

  private static final String SHOW_STATEMENTS =
      "UPDATE bank_statement SET status = 'booked' WHERE file_id = ? AND realm_id = ?";

  private static final String SHOW_FILE =
      "UPDATE bank_file SET status = 'booked' WHERE realm_id = ? AND id = ?";

  private static final String MAKE_DUE =
      """
      UPDATE bank_position
         SET due_at = ?
       WHERE realm_id = ?
         AND receiving_account_id IN (SELECT receiving_account_id FROM bank_statement WHERE file_id = ? AND realm_id = ?)
      """;

  private static final String LIST_LEFT =
      """
      SELECT *
        FROM bank_file
       WHERE status = 'staged'
         AND created_at < ?
         AND (created_at, id) > (?, ?)
       ORDER BY created_at, id
       LIMIT ?
      """;

  /** The most entries in one delete: a file may have brought a hundred thousand. */
  private static final int MAX_DELETED = 5_000;

  private final Db db;
  private final BankStatementStore statements;

  /**
   * Creates the store.
   *
   * @param db a database handle without a short limit for a SQL statement
   */
  public BankFileStore(Db db) {
    this.db = db;
    this.statements = new BankStatementStore(db);
  }

  void begin(BankFile file) {
    db.update(
        INSERT,
        file.realm().id(),
        file.id().uuid(),
        HEX.parseHex(file.hash()),
        file.source().text(),
        file.bytes(),
        file.created());
  }

  Optional<BankFile> find(Realm realm, BankFileId id) {
    return db.findOne(FIND, BankFileStore::read, realm.id(), id.uuid());
  }

  /** Returns the booked file with exactly these bytes. */
  Optional<BankFile> findBooked(Realm realm, String hash) {
    return db.findOne(FIND_BOOKED, BankFileStore::read, realm.id(), HEX.parseHex(hash));
  }

  /**
   * Makes a file visible, except statements that are already booked.
   *
   * @return false if another process has booked the same bytes since
   */
  boolean show(BankFile file, Instant now) {
    return db.transaction(connection -> {
      UUID id = file.id().uuid();
      long realm = file.realm().id();
      Db.update(connection, MAKE_POSITION, id, realm);
      Db.query(
          connection,
          HOLD_POSITION,
          row -> row.getString("receiving_account_id"),
          realm,
          id,
          realm);
      if (!Db.query(connection, FIND_BOOKED, BankFileStore::read, realm, HEX.parseHex(file.hash()))
          .isEmpty()) {
        return false;
      }
      for (UUID statement :
          Db.query(connection, LIST_KNOWN, row -> row.getObject("id", UUID.class), id, realm)) {
        forget(connection, file.realm(), statement);
      }
      Db.update(connection, MARK_DUPLICATES, id, realm);
      OverlapStore.mark(connection, file);
      Db.update(connection, MARK_OVERLAPS, id, realm);
      Db.update(connection, COUNT_DUPLICATES, id, realm);
      Db.update(connection, SHOW_STATEMENTS, id, realm);
      Db.update(connection, SHOW_FILE, realm, id);
      StatementPlaceStore.update(connection, file);
      Db.update(connection, MAKE_DUE, now, realm, id, realm);
      return true;
    });
  }

  /** Returns whether an account's statement has other amounts than a notification of the file. */
  boolean contradictsStatement(BankFile file) {
    return db.findOne(CONTRADICTS, row -> row.getString("id"), file.id().uuid(), file.realm().id())
        .isPresent();
  }

  private static void forget(Connection connection, Realm realm, UUID statement)
      throws SQLException {
    int deleted;
    do {
      deleted =
          Db.update(connection, DELETE_ENTRIES, realm.id(), statement, realm.id(), MAX_DELETED);
    } while (deleted == MAX_DELETED);
    Db.update(connection, DELETE_STATEMENT, realm.id(), statement);
  }

  /** Deletes the staged parts of a rejected file. */
  void discard(Realm realm, BankFileId file) {
    for (BankStatement statement : statements.listOf(realm, file)) {
      db.transaction(connection -> {
        forget(connection, realm, statement.id().uuid());
        return true;
      });
    }
    db.update(DELETE_FILE, realm.id(), file.uuid());
  }

  /**
   * Returns files that an interrupted process left staged, the oldest first.
   *
   * @param last the file after which the list starts
   */
  List<BankFile> listLeft(Instant before, Optional<BankFile> last, int most) {
    return db.list(
        LIST_LEFT,
        BankFileStore::read,
        before,
        last.map(BankFile::created).orElse(Instant.EPOCH),
        last.map(file -> file.id().uuid()).orElse(new UUID(0, 0)),
        most);
  }

  void requireDatabase() {
    db.requireAvailable();
  }

  private static BankFile read(ResultSet row) throws SQLException {
    return new BankFile(
        new Realm(row.getLong("realm_id")),
        new BankFileId(row.getObject("id", UUID.class)),
        HEX.formatHex(row.getBytes("hash")),
        Source.of(row.getString("source")),
        row.getLong("bytes"),
        Db.getInstant(row, "created_at"));
  }
}
