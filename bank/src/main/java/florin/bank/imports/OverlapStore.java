package florin.bank.imports;

import florin.bank.imports.DayOverlap.DayBalances;
import florin.bank.imports.DayOverlap.DayEntries;
import florin.bank.imports.DayOverlap.DayPart;
import florin.bank.imports.DayOverlap.OverlapVerdict;
import florin.db.Db;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds entries without a bank reference that another statement of the account already has. Entries
 * are compared by day, amount, direction and text, and counted: two equal entries in one statement
 * are two bookings. {@link DayOverlap} decides whether they are the same bookings.
 *
 * <p>The database compares the entries. Two cases are skipped: a day in too many statements, and
 * all days after a file has used its limit. A person then decides about similar entries.
 */
final class OverlapStore {
  /** The most statements with new entries of one day. */
  static final int MAX_STATEMENTS_A_DAY = 50;

  /** The most entries that the comparisons of one file read. */
  static final long MAX_READ = 5_000_000;

  /** The cost of a query, in entries read. */
  private static final int QUERY_COST = 100;

  /** Selects statements that are visible, or precede this one in its file. */
  static final String IS_KNOWN = "(t.status = 'booked' OR (t.file_id = s.file_id AND t.id < s.id))";

  private static final String LIST_DAYS =
      """
      SELECT s.id, s.booked_on
        FROM (SELECT n.file_id, n.id, e.receiving_account_id, e.booked_on, e.debit, e.amount
                FROM bank_statement n
                JOIN bank_entry e ON e.statement_id = n.id AND e.realm_id = n.realm_id
               WHERE n.file_id = ?
                 AND n.realm_id = ?
                 AND e.bank_reference IS NULL
                 AND e.status = 'new'
               GROUP BY n.realm_id, n.id, e.receiving_account_id, e.booked_on, e.debit, e.amount) s
       WHERE EXISTS (
             SELECT
               FROM bank_entry o
               JOIN bank_statement t ON t.realm_id = o.realm_id AND t.id = o.statement_id
              WHERE o.receiving_account_id = s.receiving_account_id
                AND o.realm_id = ?
                AND o.booked_on = s.booked_on
                AND o.amount = s.amount
                AND o.debit = s.debit
                AND o.bank_reference IS NULL
                AND o.status <> 'duplicate'
                AND %s)
       GROUP BY s.id, s.booked_on
       ORDER BY s.id, s.booked_on
      """
          .formatted(IS_KNOWN);

  /**
   * Selects entries without a bank reference on some days, in the file's accounts: known ones and
   * its own.
   */
  private static final String ENTRIES_OF_DAYS =
      """
       FROM bank_entry o
       JOIN bank_statement t ON t.realm_id = o.realm_id AND t.id = o.statement_id
      WHERE o.realm_id = ?
        AND o.receiving_account_id IN (SELECT receiving_account_id FROM bank_statement WHERE file_id = ? AND realm_id = ?)
        AND o.booked_on = ANY(?::date[])
        AND o.bank_reference IS NULL
        AND o.status <> 'duplicate'
        AND (t.status = 'booked' OR t.file_id = ?)
      """;

  private static final String LIST_CROWDED =
      """
      SELECT DISTINCT c.booked_on
        FROM (SELECT o.booked_on
                %s
               GROUP BY o.receiving_account_id, o.booked_on
              HAVING count(DISTINCT o.statement_id) > ?) c
      """
          .formatted(ENTRIES_OF_DAYS);

  /** Marks new entries of some days if a known statement has the same amount on the day. */
  private static final String MARK_ALIKE =
      """
      UPDATE bank_entry e
         SET possible_duplicate = true
        FROM (SELECT o.id, o.realm_id, o.statement_id, t.file_id,
                     bool_or(t.status = 'booked') OVER alike AS is_booked,
                     first_value(t.id) OVER (alike ORDER BY t.id) AS first
                %s
              WINDOW alike AS (PARTITION BY o.receiving_account_id, o.booked_on, o.debit, o.amount)) a
       WHERE e.realm_id = a.realm_id
         AND e.id = a.id
         AND e.status = 'new'
         AND a.file_id = ?
         AND (a.is_booked OR a.first < a.statement_id)
      """
          .formatted(ENTRIES_OF_DAYS);

  private static final String LIST_PARTS =
      """
      WITH near AS (
        SELECT DISTINCT t.id
          FROM bank_statement s
          JOIN bank_entry o ON o.receiving_account_id = s.receiving_account_id AND o.realm_id = s.realm_id
          JOIN bank_statement t ON t.realm_id = o.realm_id AND t.id = o.statement_id
         WHERE s.realm_id = ?
           AND s.id = ?
           AND o.booked_on = ANY(?::date[])
           AND o.bank_reference IS NULL
           AND o.status <> 'duplicate'
           AND (t.id = s.id OR %s)),
      moved AS (
        SELECT e.statement_id, e.booked_on, count(*) AS rows,
               count(*) FILTER (WHERE e.bank_reference IS NULL AND e.status <> 'duplicate') AS count,
               coalesce(sum(e.amount) FILTER (WHERE NOT e.debit AND e.bank_reference IS NULL AND e.status <> 'duplicate'), 0) AS credits,
               coalesce(sum(e.amount) FILTER (WHERE e.debit AND e.bank_reference IS NULL AND e.status <> 'duplicate'), 0) AS debits,
               sum(CASE WHEN e.debit THEN -e.amount ELSE e.amount END) AS moved,
               sum(CASE WHEN e.status <> 'duplicate' THEN 0 WHEN e.debit THEN -e.amount ELSE e.amount END) AS found
          FROM near
          JOIN bank_entry e ON e.statement_id = near.id
         WHERE e.realm_id = ?
         GROUP BY e.statement_id, e.booked_on),
      days AS (
        SELECT t.id, m.booked_on, t.stated_on, t.number, t.opening, t.closing, m.rows, m.moved::bigint, m.found::bigint, m.count, m.credits::bigint, m.debits::bigint,
               (t.opening + sum(m.moved) OVER (PARTITION BY t.id ORDER BY m.booked_on))::bigint AS day_end
          FROM moved m
          JOIN bank_statement t ON t.realm_id = ? AND t.id = m.statement_id)
      SELECT *
        FROM days
       WHERE count > 0
       ORDER BY booked_on, stated_on, id
      """
          .formatted(IS_KNOWN);

  /** Pairs entries of the new statement with known ones, one to one. */
  private static final String PAIRED =
      """
      WITH both_sides AS (
        SELECT e.id, e.statement_id = ? AS mine, e.number, e.detail, e.debit, e.reversal, e.amount, e.entry_amount,
               regexp_replace(lower(concat_ws('|', e.message, e.end_to_end_id, e.party, e.party_iban_last4, e.creditor_references, e.return_reason)), '\\s+', '', 'g') AS said
          FROM bank_entry e
         WHERE e.realm_id = ?
           AND e.statement_id = ANY(?)
           AND e.booked_on = ?
           AND e.bank_reference IS NULL
           AND e.status <> 'duplicate'
           AND (e.statement_id <> ? OR NOT e.possible_duplicate)),
      numbered AS (
        SELECT *, row_number() OVER (PARTITION BY mine, debit, reversal, amount, entry_amount, said ORDER BY number, detail, id) AS nth
          FROM both_sides),
      same AS (
        SELECT m.id, k.id AS known_id, m.debit, m.amount
          FROM numbered m
          JOIN numbered k USING (debit, reversal, amount, entry_amount, said, nth)
         WHERE m.mine
           AND NOT k.mine)
      """;

  private static final String SUM =
      PAIRED
          + """
          SELECT count(*) AS count,
                 coalesce(sum(amount) FILTER (WHERE NOT debit), 0)::bigint AS credits,
                 coalesce(sum(amount) FILTER (WHERE debit), 0)::bigint AS debits
            FROM same
          """;

  private static final String MARK_SAME =
      PAIRED
          + """
          UPDATE bank_entry e
             SET status = 'duplicate'
            FROM same
           WHERE e.realm_id = ?
             AND e.id = same.id
          """;

  private static final String MARK_UNCLEAR =
      MARK_SAME.replace("status = 'duplicate'", "possible_duplicate = true");

  /**
   * Marks entries with different texts as the same if one statement has all bookings of the other.
   */
  private static final String MARK_SIMILAR =
      PAIRED
          + """
          , others AS (
            SELECT n.id, n.mine, n.debit, n.amount, row_number() OVER (PARTITION BY n.mine, n.debit, n.amount ORDER BY n.number, n.detail, n.id) AS nth
              FROM numbered n
             WHERE NOT EXISTS (SELECT FROM same WHERE same.id = n.id OR same.known_id = n.id))
          UPDATE bank_entry e
             SET possible_duplicate = true
            FROM others m
            JOIN others k USING (debit, amount, nth)
           WHERE e.realm_id = ?
             AND e.id = m.id
             AND m.mine
             AND NOT k.mine
          """;

  private final Connection connection;
  private final BankFile file;
  private final Set<LocalDate> unclear = new LinkedHashSet<>();
  private long read;

  private OverlapStore(Connection connection, BankFile file) {
    this.connection = connection;
    this.file = file;
  }

  /** Marks the entries of a file, within the transaction that makes it visible. */
  static void mark(Connection connection, BankFile file) throws SQLException {
    var overlaps = new OverlapStore(connection, file);
    long realm = file.realm().id();
    List<AlikeDay> alike =
        Db.query(connection, LIST_DAYS, AlikeDay::read, file.id().uuid(), realm, realm);
    if (alike.isEmpty()) {
      return;
    }
    overlaps.unclear.addAll(overlaps.listCrowded(alike));
    var days = new LinkedHashMap<UUID, List<LocalDate>>();
    for (AlikeDay day : alike) {
      days.computeIfAbsent(day.statement(), _ -> new ArrayList<>()).add(day.day());
    }
    for (Map.Entry<UUID, List<LocalDate>> each : days.entrySet()) {
      overlaps.mark(each.getKey(), each.getValue());
    }
    overlaps.markUnclear();
  }

  private List<LocalDate> listCrowded(List<AlikeDay> alike) throws SQLException {
    UUID id = file.id().uuid();
    long realm = file.realm().id();
    return Db.query(
        connection,
        LIST_CROWDED,
        row -> row.getObject("booked_on", LocalDate.class),
        realm,
        id,
        realm,
        texts(alike.stream().map(AlikeDay::day).distinct().toList()),
        id,
        MAX_STATEMENTS_A_DAY);
  }

  private void markUnclear() throws SQLException {
    if (!unclear.isEmpty()) {
      UUID id = file.id().uuid();
      long realm = file.realm().id();
      Db.update(connection, MARK_ALIKE, realm, id, realm, texts(unclear), id, id);
    }
  }

  private static String[] texts(Collection<LocalDate> days) {
    return days.stream().map(LocalDate::toString).toArray(String[]::new);
  }

  private record AlikeDay(UUID statement, LocalDate day) {
    static AlikeDay read(ResultSet row) throws SQLException {
      return new AlikeDay(
          row.getObject("id", UUID.class), row.getObject("booked_on", LocalDate.class));
    }
  }

  /**
   * The statements of one day.
   *
   * @param part empty if they have no balances
   * @param found the amount of the day that is known from elsewhere, signed
   * @param rows the number of entries of the day
   */
  private record KnownDay(
      LocalDate day, List<UUID> statements, Optional<DayPart> part, long found, long rows) {
    static KnownDay read(ResultSet row) throws SQLException {
      var id = row.getObject("id", UUID.class);
      Long opening = row.getObject("opening", Long.class);
      long end = row.getLong("day_end");
      return new KnownDay(
          row.getObject("booked_on", LocalDate.class),
          List.of(id),
          opening == null
              ? Optional.empty()
              : Optional.of(
                  new DayPart(
                      Optional.ofNullable(row.getObject("number", Long.class)),
                      new DayBalances(opening, row.getLong("closing")),
                      new DayBalances(end - row.getLong("moved"), end),
                      entries(row))),
          row.getLong("found"),
          row.getLong("rows"));
    }

    static DayEntries entries(ResultSet row) throws SQLException {
      return new DayEntries(row.getInt("count"), row.getLong("credits"), row.getLong("debits"));
    }

    boolean isOf(UUID statement) {
      return statements.contains(statement);
    }

    boolean continues(KnownDay before) {
      return (part.isPresent() && before.part.isPresent())
          ? part.get().continues(before.part.get())
          : part.isEmpty() && before.part.isEmpty();
    }

    KnownDay with(KnownDay next) {
      var both = new ArrayList<>(statements);
      both.addAll(next.statements);
      return new KnownDay(
          day, both, part.map(it -> it.with(next.part.orElseThrow())), found, rows + next.rows);
    }
  }

  private void mark(UUID statement, List<LocalDate> alike) throws SQLException {
    List<LocalDate> days = alike.stream().filter(day -> !unclear.contains(day)).toList();
    if (days.isEmpty()) {
      return;
    }
    if (read > MAX_READ) {
      unclear.addAll(days);
      return;
    }
    long realm = file.realm().id();
    List<KnownDay> all =
        Db.query(
            connection, LIST_PARTS, KnownDay::read, realm, statement, texts(days), realm, realm);
    read += QUERY_COST + all.stream().mapToLong(KnownDay::rows).sum();
    Map<LocalDate, List<KnownDay>> byDay =
        all.stream().collect(Collectors.groupingBy(KnownDay::day));
    for (LocalDate day : days) {
      List<KnownDay> ofDay = byDay.getOrDefault(day, List.of());
      KnownDay mine =
          ofDay.stream().filter(known -> known.isOf(statement)).findFirst().orElseThrow();
      decide(
          statement, mine, joined(ofDay.stream().filter(known -> !known.isOf(statement)).toList()));
    }
  }

  /** Joins statements that follow each other on the day into one part. */
  private static List<KnownDay> joined(List<KnownDay> some) {
    var left = new ArrayList<>(some);
    for (int i = 0; i < left.size(); i++) {
      for (int j = 0; j < left.size(); j++) {
        if (i != j && left.get(j).continues(left.get(i))) {
          left.set(i, left.get(i).with(left.get(j)));
          left.remove(j);
          i = -1;
          break;
        }
      }
    }
    return left;
  }

  /** Compares the parts until nothing changes, because the decision on one helps with the next. */
  private void decide(UUID statement, KnownDay mine, List<KnownDay> known) throws SQLException {
    var left = new LinkedHashMap<KnownDay, OverlapVerdict>();
    known.forEach(it -> left.put(it, OverlapVerdict.UNCLEAR));
    Optional<DayPart> rest = mine.part();
    long found = mine.found();
    boolean hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (KnownDay other : List.copyOf(left.keySet())) {
        DayEntries alike = alike(statement, other);
        OverlapVerdict verdict = verdict(other.part(), rest, found, alike);
        left.put(other, verdict);
        if (verdict == OverlapVerdict.SAME) {
          update(MARK_SAME, statement, other);
          found += alike.moved();
          rest = rest.map(part -> part.without(alike));
        }
        if (verdict == OverlapVerdict.SAME || verdict == OverlapVerdict.OTHER) {
          left.remove(other);
          hasChanged = true;
        }
      }
    }
    for (Map.Entry<KnownDay, OverlapVerdict> each : left.entrySet()) {
      if (each.getValue() == OverlapVerdict.SIMILAR) {
        update(MARK_SIMILAR, statement, each.getKey());
      }
      update(MARK_UNCLEAR, statement, each.getKey());
    }
  }

  private static OverlapVerdict verdict(
      Optional<DayPart> known, Optional<DayPart> read, long found, DayEntries alike) {
    return known.isPresent() && read.isPresent()
        ? DayOverlap.decide(known.get(), read.get(), found, alike)
        : OverlapVerdict.UNCLEAR;
  }

  private DayEntries alike(UUID statement, KnownDay other) throws SQLException {
    return Db.query(connection, SUM, KnownDay::entries, paired(statement, other).toArray())
        .getFirst();
  }

  private void update(String sql, UUID statement, KnownDay other) throws SQLException {
    List<Object> parameters = paired(statement, other);
    parameters.add(file.realm().id());
    Db.update(connection, sql, parameters.toArray());
  }

  private List<Object> paired(UUID statement, KnownDay other) {
    read += QUERY_COST + other.rows();
    var statements = new ArrayList<>(other.statements());
    statements.add(statement);
    return new ArrayList<>(
        List.of(
            statement, file.realm().id(), statements.toArray(UUID[]::new), other.day(), statement));
  }
}
