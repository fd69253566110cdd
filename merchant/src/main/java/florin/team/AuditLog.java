package florin.team;

import florin.core.Hmac;
import florin.core.Id.RequestId;
import florin.core.Id.UserId;
import florin.core.Mode;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.Statement;
import florin.db.Write;
import florin.team.AuditEntry.AuditOutcome;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The audit log: one chain of entries for each account. Each entry has a MAC of itself and of the
 * previous one, with a key that is not in the database. So an attacker with write access to the
 * database can't change, insert or omit an entry undetected. `audit_head` stores the last number
 * and MAC separately, so a truncated chain is detected too, unless both are rolled back together.
 * To detect that, keep these values elsewhere.
 */
public final class AuditLog {
  private static final int PAGE = 1000;
  private static final String BEGINNING = "";

  private static final String MAKE_HEAD =
      """
      INSERT INTO audit_head (account_number, number, mac)
      VALUES (?, 0, '')
          ON CONFLICT (account_number) DO NOTHING
      """;

  private static final String LOCK_HEAD =
      """
      SELECT number, mac
        FROM audit_head
       WHERE account_number = ?
         FOR UPDATE
      """;

  private static final String FIND_HEAD =
      """
      SELECT number, mac
        FROM audit_head
       WHERE account_number = ?
      """;

  private static final String MOVE_HEAD =
      """
      UPDATE audit_head
         SET number = ?,
             mac = ?
       WHERE account_number = ?
      """;

  private static final String INSERT =
      """
      INSERT INTO audit_entry (account_number, number, at, user_id, actor, action, object, detail, outcome, mode, address, request_id, mac)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** Appends within a changeset; it requires that no other entry was appended since. */
  private static final Statement APPEND =
      Statement.guarded(
          "audit_log.append",
          "audit_head",
          "head",
          "head uuid, account_number bigint, number bigint, at timestamptz, user_id uuid, actor text, action text, object text, detail text, outcome text, mode text, address text, request_id uuid, mac bytea",
          """
          WITH made AS MATERIALIZED (
               SELECT r.* FROM :rows r),
               moved AS (
               UPDATE audit_head h
                  SET number = made.number,
                      mac = made.mac
                 FROM made
                WHERE h.account_number = made.account_number
                  AND h.number = made.number - 1
               RETURNING h.account_number),
               kept AS (
               INSERT INTO audit_entry (account_number, number, at, user_id, actor, action, object, detail, outcome, mode, address, request_id, mac)
               SELECT account_number, number, at, user_id, actor, action, object, detail, outcome, mode, address, request_id, mac
                 FROM made
                 JOIN moved USING (account_number))
          SELECT made.head
            FROM made
            JOIN moved USING (account_number)\
          """);

  private static final String COLUMNS =
      """
      SELECT account_number, number, at, user_id, actor, action, object, detail, outcome, mode, address, request_id, mac
        FROM audit_entry
       WHERE account_number = ?
      """;

  private static final String LIST_AFTER =
      COLUMNS + "   AND number > ?\n ORDER BY number\n LIMIT ?";

  private static final String FILTERED =
      COLUMNS
          + """
             AND (?::uuid IS NULL OR user_id = ?)
             AND (?::text IS NULL OR action = ?)
             AND (?::text IS NULL OR object = ? AND object <> '')
             AND (?::timestamptz IS NULL OR at >= ?)
             AND (?::timestamptz IS NULL OR at < ?)
          """;

  private static final String LIST_OLDER =
      FILTERED + "   AND number < ?\n ORDER BY number DESC\n LIMIT ?";

  /**
   * Leaves out a requested action whose outcome has an entry of its own. The outcome follows within
   * the same request; without the limit, each action without one would read the rest of the log.
   */
  private static final String ACTS =
      FILTERED
          + """
             AND (outcome <> 'requested'
                  OR NOT EXISTS (
                     SELECT 1
                       FROM audit_entry later
                      WHERE later.account_number = audit_entry.account_number
                        AND later.number > audit_entry.number
                        AND later.at BETWEEN audit_entry.at AND audit_entry.at + interval '1 hour'
                        AND later.request_id = audit_entry.request_id
                        AND later.action = audit_entry.action))
          """;

  private static final String LIST_OLDER_ACTS =
      ACTS + "   AND number < ?\n ORDER BY number DESC\n LIMIT ?";

  private static final String LIST_NEWER_ACTS =
      ACTS + "   AND number > ?\n ORDER BY number\n LIMIT ?";

  private static final String LIST_OF_OBJECT =
      COLUMNS + "   AND object = ?\n   AND object <> ''\n ORDER BY number DESC\n LIMIT ?";

  /** Lists distinct actions by skipping through the index, whatever the number of entries. */
  private static final String LIST_ACTIONS =
      """
      WITH RECURSIVE found AS (
        (SELECT action FROM audit_entry WHERE account_number = ? ORDER BY action LIMIT 1)
         UNION ALL
        SELECT (SELECT action FROM audit_entry WHERE account_number = ? AND action > found.action ORDER BY action LIMIT 1)
          FROM found
         WHERE found.action IS NOT NULL)
      SELECT action
        FROM found
       WHERE action IS NOT NULL
      """;

  /** Lists distinct users by skipping through the index, with each one's newest entry. */
  private static final String LIST_ACTORS =
      """
      WITH RECURSIVE found AS (
        (SELECT user_id FROM audit_entry WHERE account_number = ? ORDER BY user_id LIMIT 1)
         UNION ALL
        SELECT (SELECT user_id FROM audit_entry WHERE account_number = ? AND user_id > found.user_id ORDER BY user_id LIMIT 1)
          FROM found
         WHERE found.user_id IS NOT NULL)
      SELECT found.user_id, last.actor
        FROM found
       CROSS JOIN LATERAL (
             SELECT actor
               FROM audit_entry
              WHERE account_number = ?
                AND user_id = found.user_id
              ORDER BY number DESC
              LIMIT 1) last
       ORDER BY last.actor
      """;

  private final Db db;
  private final Hmac hmac;

  public AuditLog(Db db, Hmac hmac) {
    this.db = db;
    this.hmac = hmac;
  }

  private record Head(long number, String mac) {}

  private record StoredEntry(AuditEntry entry, String mac) {}

  /** A user with entries, a current or former member, with the name in the newest entry. */
  public record Actor(UserId user, String name) {}

  /**
   * The exception if the database rejected an entry. Its transaction is rolled back, so the action
   * was not carried out.
   */
  public static final class UnwrittenEntry extends RuntimeException {
    UnwrittenEntry(String action, SQLException cause) {
      super("the audit log has no entry for " + action, cause);
    }
  }

  /** The position at which a chain is broken. */
  public record ChainFault(long number, String what) {}

  /**
   * Appends an entry, and assigns its number.
   *
   * @return the entry as written
   */
  public AuditEntry append(AuditEntry entry) {
    return db.transaction(appendingWork(entry));
  }

  /** Appends an entry in the transaction of the change that it records. */
  Db.Work<AuditEntry> appendingWork(AuditEntry entry) {
    return connection -> append(connection, entry);
  }

  private AuditEntry append(Connection connection, AuditEntry entry) throws SQLException {
    try {
      return appendNext(connection, entry);
    } catch (SQLException failed) {
      if (Db.isUnavailable(failed)) {
        throw failed;
      }
      throw new UnwrittenEntry(entry.action(), failed);
    }
  }

  private AuditEntry appendNext(Connection connection, AuditEntry entry) throws SQLException {
    Db.update(connection, MAKE_HEAD, entry.account());
    Head head = Db.query(connection, LOCK_HEAD, AuditLog::readHead, entry.account()).getFirst();
    AuditEntry next = entry.numbered(head.number() + 1);
    String mac = mac(head.mac(), next);
    insert(connection, next, mac);
    Db.update(connection, MOVE_HEAD, next.number(), HexFormat.of().parseHex(mac), entry.account());
    return next;
  }

  /**
   * Returns a write for a changeset, so that an action and its entry become durable in one commit.
   * It is made for the current end of the chain, and fails if another entry is appended first.
   */
  Write appending(AuditEntry entry) {
    db.update(MAKE_HEAD, entry.account());
    Head head = db.findOne(FIND_HEAD, AuditLog::readHead, entry.account()).orElseThrow();
    AuditEntry next = entry.numbered(head.number() + 1);
    return APPEND.row(
        new UUID(0, next.account()),
        next.account(),
        next.number(),
        next.at(),
        next.user().map(UserId::uuid),
        next.actor(),
        next.action(),
        next.object(),
        next.detail(),
        next.outcome().text(),
        next.mode().text(),
        next.address(),
        next.request().uuid(),
        HexFormat.of().parseHex(mac(head.mac(), next)));
  }

  /** The conditions of a list: the user, the action, the object, and the time of the entries. */
  public record AuditFilter(
      Optional<UserId> user,
      Optional<String> action,
      Optional<String> object,
      IdTime.Span created) {
    public static final AuditFilter NONE =
        new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty(), IdTime.Span.ALWAYS);
  }

  /**
   * Returns all entries, newest first.
   *
   * @param before only entries with a smaller number
   */
  public List<AuditEntry> list(long account, AuditFilter filter, long before, int limit) {
    return list(LIST_OLDER, account, filter, before, limit);
  }

  /**
   * Returns one entry for each action, newest first: its outcome, or that it was requested if it
   * has none.
   *
   * @param before only entries with a smaller number
   */
  public List<AuditEntry> listActs(long account, AuditFilter filter, long before, int limit) {
    return list(LIST_OLDER_ACTS, account, filter, before, limit);
  }

  /** Returns one entry for each action after a number, newest first. */
  public List<AuditEntry> listActsAfter(long account, AuditFilter filter, long after, int limit) {
    return list(LIST_NEWER_ACTS, account, filter, after, limit).reversed();
  }

  private List<AuditEntry> list(String sql, long account, AuditFilter filter, long end, int limit) {
    Optional<UUID> user = filter.user().map(UserId::uuid);
    Optional<String> action = filter.action();
    Optional<String> object = filter.object();
    Optional<Instant> from = filter.created().from();
    Optional<Instant> until = filter.created().until();
    return db
        .listPlannedAnew(
            sql,
            AuditLog::read,
            account,
            user,
            user,
            action,
            action,
            object,
            object,
            from,
            from,
            until,
            until,
            end,
            limit)
        .stream()
        .map(StoredEntry::entry)
        .toList();
  }

  /** Returns the actions on an object, newest first. */
  public List<AuditEntry> listOf(long account, String object, int limit) {
    return db.list(LIST_OF_OBJECT, AuditLog::read, account, object, limit).stream()
        .map(StoredEntry::entry)
        .toList();
  }

  /** Returns all actions in the account's log. */
  public List<String> listActions(long account) {
    return db.list(LIST_ACTIONS, row -> row.getString("action"), account, account);
  }

  /** Returns all users in the account's log, by name. */
  public List<Actor> listActors(long account) {
    return db.list(
        LIST_ACTORS,
        row -> new Actor(new UserId(row.getObject("user_id", UUID.class)), row.getString("actor")),
        account,
        account,
        account);
  }

  /** Verifies the whole chain; empty if it is intact. */
  public Optional<ChainFault> verify(long account) {
    long number = 0;
    String mac = BEGINNING;
    Optional<Head> head = findHead(account);
    while (true) {
      List<StoredEntry> page = db.list(LIST_AFTER, AuditLog::read, account, number, PAGE);
      if (page.isEmpty()) {
        return fault(head.or(() -> findHead(account)), number, mac);
      }
      for (StoredEntry stored : page) {
        number++;
        if (stored.entry().number() != number) {
          return Optional.of(new ChainFault(number, "it is missing"));
        }
        mac = mac(mac, stored.entry());
        if (!mac.equals(stored.mac())) {
          return Optional.of(new ChainFault(number, "the entry or an earlier one was changed"));
        }
      }
    }
  }

  private Optional<Head> findHead(long account) {
    return db.findOne(FIND_HEAD, AuditLog::readHead, account);
  }

  /**
   * Compares the chain with its head. Entries that were appended during the check are after the
   * head that was read, which is no fault.
   */
  private static Optional<ChainFault> fault(Optional<Head> head, long number, String mac) {
    if (head.isEmpty() && number > 0) {
      return Optional.of(
          new ChainFault(
              number, "the row of audit_head is missing, so removed entries can't be detected"));
    }
    long expected = head.map(Head::number).orElse(0L);
    if (expected > number) {
      return Optional.of(
          new ChainFault(number + 1, "the entry is missing, with all later entries"));
    }
    boolean differs = head.isPresent() && expected == number && !head.get().mac().equals(mac);
    return differs
        ? Optional.of(new ChainFault(number, "the entry is not the last one written"))
        : Optional.empty();
  }

  private static void insert(Connection connection, AuditEntry entry, String mac)
      throws SQLException {
    Db.update(
        connection,
        INSERT,
        entry.account(),
        entry.number(),
        entry.at(),
        entry.user().map(UserId::uuid),
        entry.actor(),
        entry.action(),
        entry.object(),
        entry.detail(),
        entry.outcome().text(),
        entry.mode().text(),
        entry.address(),
        entry.request().uuid(),
        HexFormat.of().parseHex(mac));
  }

  /**
   * Returns the MAC. Every text is preceded by its length, so different entries never have the same
   * input.
   */
  private String mac(String before, AuditEntry entry) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(entry.account());
      out.writeLong(entry.number());
      for (String text :
          List.of(
              before,
              entry.user().map(UserId::text).orElse(""),
              entry.at().toString(),
              entry.actor(),
              entry.action(),
              entry.object(),
              entry.detail(),
              entry.outcome().text(),
              entry.mode().text(),
              entry.address(),
              entry.request().text())) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory", impossible);
    }
    return HexFormat.of().formatHex(hmac.of(bytes.toByteArray()));
  }

  private static Head readHead(ResultSet row) throws SQLException {
    return new Head(row.getLong("number"), hex(row));
  }

  private static StoredEntry read(ResultSet row) throws SQLException {
    var entry =
        new AuditEntry(
            row.getLong("account_number"),
            row.getLong("number"),
            Db.getInstant(row, "at"),
            Optional.ofNullable(row.getObject("user_id", UUID.class)).map(UserId::new),
            row.getString("actor"),
            row.getString("action"),
            row.getString("object"),
            row.getString("detail"),
            AuditOutcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT)),
            Mode.valueOf(row.getString("mode").toUpperCase(Locale.ROOT)),
            row.getString("address"),
            new RequestId(row.getObject("request_id", UUID.class)));
    return new StoredEntry(entry, hex(row));
  }

  private static String hex(ResultSet row) throws SQLException {
    return HexFormat.of().formatHex(row.getBytes("mac"));
  }
}
