package florin.bank.imports;

import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.db.Db;
import florin.db.DueRows;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The accounts and statements with entries to match, in PostgreSQL. */
public final class MatchQueueStore {
  /** Lists statements with entries to match, in the order in which they were read. */
  private static final String LIST_TO_MATCH =
      """
      SELECT id
        FROM bank_statement
       WHERE receiving_account_id = ?
         AND realm_id = ?
         AND status = 'booked'
         AND NOT matched
         AND id > ?
       ORDER BY id
       LIMIT ?
      """;

  /**
   * Marks a statement as matched, unless one of its entries still waits for an operation on its
   * payment.
   */
  private static final String SET_MATCHED =
      """
      UPDATE bank_statement s
         SET matched = true
       WHERE s.realm_id = ?
         AND s.id = ?
         AND NOT EXISTS (SELECT FROM bank_entry e WHERE e.statement_id = s.id AND e.realm_id = s.realm_id AND e.status = 'new')
      """;

  private static final String DUE =
      """
      SELECT realm_id, receiving_account_id AS id
        FROM bank_position
       WHERE due_at <= ?
         AND realm_id >= ?
         AND realm_id <= ?
       ORDER BY due_at
       LIMIT ?
      """;

  private static final String NEXT_DUE =
      """
      SELECT min(due_at) AS due_at
        FROM bank_position
       WHERE realm_id = ?
      """;

  /** Takes accounts for a lease. The node that takes one matches its entries alone, in order. */
  private static final String TAKE =
      """
      UPDATE bank_position p
         SET due_at = ?
       WHERE p.realm_id = ?
         AND p.receiving_account_id IN (
             SELECT receiving_account_id
               FROM bank_position
              WHERE realm_id = ?
                AND receiving_account_id = ANY(?)
                AND due_at <= ?
                FOR UPDATE SKIP LOCKED)
      RETURNING p.realm_id, p.receiving_account_id
      """;

  /** Releases an account, unless a new file has set another time since. */
  private static final String RELEASE =
      """
      UPDATE bank_position
         SET due_at = ?
       WHERE realm_id = ?
         AND receiving_account_id = ?
         AND due_at = ?
      """;

  private final Db db;

  public MatchQueueStore(Db db) {
    this.db = db;
  }

  /**
   * Tells a database that is down from a statement that always fails.
   *
   * @throws florin.db.DatabaseUnavailableException if not even a trivial query succeeds
   */
  public void requireDatabase() {
    db.requireAvailable();
  }

  /** An account that this node has taken for matching. */
  public record AccountLease(Realm realm, ReceivingAccountId account, Instant end) {}

  /** Takes accounts with entries to match, those due first. */
  public List<AccountLease> take(Instant now, Duration length, int most) {
    Instant end = now.plus(length).truncatedTo(ChronoUnit.MICROS);
    return db.listForEach(
        TAKE,
        row ->
            new AccountLease(
                new Realm(row.getLong("realm_id")),
                new ReceivingAccountId(row.getObject("receiving_account_id", UUID.class)),
                end),
        DueRows.list(db, DUE, now, RealmClock.firstRealm(), RealmClock.lastRealm(), most),
        due -> new Object[] {end, due.realm(), due.realm(), due.array(), now});
  }

  /** Returns when the next account of a realm has entries to match. */
  public Optional<Instant> findNextDue(Realm realm) {
    return db.findTime(NEXT_DUE, realm.id());
  }

  /** Returns the statements of an account with entries to match, after a statement. */
  public List<BankStatementId> listToMatch(AccountLease lease, BankStatementId after, int most) {
    return db.list(
        LIST_TO_MATCH,
        row -> new BankStatementId(row.getObject("id", UUID.class)),
        lease.account().uuid(),
        lease.realm().id(),
        after.uuid(),
        most);
  }

  /** Records that a statement has nothing left to match. */
  public void setMatched(Realm realm, BankStatementId statement) {
    db.update(SET_MATCHED, realm.id(), statement.uuid());
  }

  /**
   * Releases an account.
   *
   * @param next when it has more to match; empty if it has nothing
   */
  public void release(AccountLease lease, Optional<Instant> next) {
    db.update(RELEASE, next, lease.realm().id(), lease.account().uuid(), lease.end());
  }
}
