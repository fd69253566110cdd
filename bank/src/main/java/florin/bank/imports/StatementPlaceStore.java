package florin.bank.imports;

import florin.bank.imports.StatementOrder.PlacedStatement;
import florin.db.Db;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Stores each statement's position within its day, and whether one is missing before it. A new
 * statement may be the missing one, so both are recomputed for the days around it.
 */
final class StatementPlaceStore {
  /** A statement affects no statement that is older than this, in days. */
  static final int MAX_DAYS_BACK = 400;

  /** Finds the file's accounts, and the days that its statements may affect. */
  private static final String LIST_SPANS =
      """
      SELECT s.receiving_account_id, least(min(s.stated_on), greatest(min(s.first_on) FILTER (WHERE s.overlap), min(s.stated_on) - ?)) AS first, max(s.stated_on) AS last
        FROM bank_statement s
       WHERE s.file_id = ?
         AND s.realm_id = ?
         AND s.opening IS NOT NULL
       GROUP BY s.receiving_account_id
      """;

  /**
   * Places a statement after the account's last one, if it continues it and no gap is open that it
   * may fill.
   */
  private static final String PLACE_NEXT =
      """
      UPDATE bank_statement s
         SET place = CASE WHEN last.stated_on = s.stated_on THEN last.place + 1 ELSE 0 END
        FROM (SELECT l.stated_on, l.place, l.closing
                FROM bank_statement l
               WHERE l.receiving_account_id = ?
                 AND l.realm_id = ?
                 AND l.status = 'booked'
                 AND l.opening IS NOT NULL
                 AND l.file_id <> ?
               ORDER BY l.stated_on DESC, l.place DESC, l.id DESC
               LIMIT 1) last
       WHERE s.file_id = ?
         AND s.realm_id = ?
         AND s.receiving_account_id = ?
         AND s.opening = last.closing
         AND s.stated_on >= last.stated_on
         AND NOT s.overlap
         AND (SELECT count(*) FROM bank_statement f WHERE f.file_id = s.file_id AND f.realm_id = s.realm_id AND f.receiving_account_id = s.receiving_account_id AND f.opening IS NOT NULL) = 1
         AND NOT EXISTS (
             SELECT
               FROM bank_statement g
              WHERE g.receiving_account_id = s.receiving_account_id
                AND g.realm_id = s.realm_id
                AND g.status = 'booked'
                AND g.opening IS NOT NULL
                AND g.stated_on >= s.stated_on
                AND g.gap)
      """;

  /**
   * Covers the last day, before the first, that has a statement without an overlap, to the day
   * after the last that has statements.
   */
  private static final String LIST =
      """
      SELECT s.id, coalesce(s.first_on, s.stated_on) AS first, s.stated_on, s.number, s.opening, s.closing, s.overlap, s.place, s.gap
        FROM bank_statement s
       WHERE s.receiving_account_id = ?
         AND s.realm_id = ?
         AND s.status = 'booked'
         AND s.opening IS NOT NULL
         AND s.stated_on >= ?
         AND s.stated_on >= coalesce((
             SELECT max(b.stated_on)
               FROM bank_statement b
              WHERE b.receiving_account_id = s.receiving_account_id
                AND b.realm_id = s.realm_id
                AND b.status = 'booked'
                AND b.opening IS NOT NULL
                AND NOT b.overlap
                AND b.stated_on < ?), '-infinity')
         AND s.stated_on <= coalesce((
             SELECT min(a.stated_on)
               FROM bank_statement a
              WHERE a.receiving_account_id = s.receiving_account_id
                AND a.realm_id = s.realm_id
                AND a.status = 'booked'
                AND a.opening IS NOT NULL
                AND a.stated_on > ?), 'infinity')
      """;

  private static final String UPDATE =
      """
      UPDATE bank_statement
         SET place = ?,
             gap = ?
       WHERE realm_id = ?
         AND id = ?
      """;

  private StatementPlaceStore() {}

  private record PlacedDays(UUID account, LocalDate first, LocalDate last) {
    static PlacedDays read(ResultSet row) throws SQLException {
      return new PlacedDays(
          row.getObject("receiving_account_id", UUID.class),
          row.getObject("first", LocalDate.class),
          row.getObject("last", LocalDate.class));
    }
  }

  /** Places the statements of a file, within the transaction that makes it visible. */
  static void update(Connection connection, BankFile file) throws SQLException {
    UUID id = file.id().uuid();
    long realm = file.realm().id();
    for (PlacedDays days :
        Db.query(connection, LIST_SPANS, PlacedDays::read, MAX_DAYS_BACK, id, realm)) {
      UUID account = days.account();
      if (Db.update(connection, PLACE_NEXT, account, realm, id, id, realm, account) == 0) {
        update(connection, realm, days);
      }
    }
  }

  private static void update(Connection connection, long realm, PlacedDays days)
      throws SQLException {
    List<PlacedStatement> known =
        Db.query(
            connection,
            LIST,
            StatementPlaceStore::read,
            days.account(),
            realm,
            days.first().minusDays(MAX_DAYS_BACK),
            days.first(),
            days.last());
    var was = known.stream().collect(Collectors.toMap(PlacedStatement::id, Function.identity()));
    var before = known.stream().filter(it -> it.day().isBefore(days.first())).toList();
    var some = known.stream().filter(it -> !it.day().isBefore(days.first())).toList();
    for (PlacedStatement link : StatementOrder.of(before, some)) {
      if (!link.equals(was.get(link.id()))) {
        Db.update(connection, UPDATE, link.place(), link.gap(), realm, link.id());
      }
    }
  }

  private static PlacedStatement read(ResultSet row) throws SQLException {
    return new PlacedStatement(
        row.getObject("id", UUID.class),
        row.getObject("first", LocalDate.class),
        row.getObject("stated_on", LocalDate.class),
        Optional.ofNullable(row.getObject("number", Long.class)),
        row.getLong("opening"),
        row.getLong("closing"),
        row.getBoolean("overlap"),
        row.getInt("place"),
        row.getBoolean("gap"));
  }
}
