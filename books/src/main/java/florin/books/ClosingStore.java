package florin.books;

import florin.books.MonthReport.Account;
import florin.books.MonthReport.AccountMonth;
import florin.books.MonthReport.Period;
import florin.books.MonthReport.RefundSums;
import florin.core.Currency;
import florin.core.Realm;
import florin.core.TimeZones;
import florin.db.Db;
import florin.db.IdTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Closed months, and the sums of the ledger between two times, in PostgreSQL. */
final class ClosingStore {
  /**
   * Sums all accounts before a time: the days until the nearest midnight in UTC, and the transfers
   * between that midnight and the time. Ids are in the order of the bookings.
   */
  private static final String BEFORE =
      """
      SELECT ?::int AS point, currency, role, party, debits, credits
        FROM ledger_balance
       WHERE realm_id = ?
         AND day < ?
       UNION ALL
      SELECT ?, t.currency, side.role, side.party, side.debits, side.credits
        FROM ledger_transfer t
       CROSS JOIN LATERAL (
             VALUES (t.debit_role, t.debit_party, ?::int * t.amount, 0),
                    (t.credit_role, t.credit_party, 0, ?::int * t.amount)) side (role, party, debits, credits)
       WHERE t.realm_id = ?
         AND t.id >= ?
         AND t.id < ?\
      """;

  private static final String SUMS =
      """
      SELECT currency,
             role,
             party,
             coalesce(sum(debits) FILTER (WHERE point = 0), 0)::bigint AS debits_before,
             coalesce(sum(credits) FILTER (WHERE point = 0), 0)::bigint AS credits_before,
             coalesce(sum(debits) FILTER (WHERE point = 1), 0)::bigint AS debits,
             coalesce(sum(credits) FILTER (WHERE point = 1), 0)::bigint AS credits
        FROM (%s UNION ALL %s) AS summed
       GROUP BY currency, role, party
       ORDER BY currency, role, party
      """
          .formatted(BEFORE, BEFORE);

  /** Sums the refunds of a period, which are few of its movements. */
  private static final String REFUNDS =
      """
      SELECT currency,
             coalesce(sum(amount) FILTER (WHERE type = 'refund'), 0)::bigint AS succeeded,
             coalesce(sum(amount) FILTER (WHERE type = 'refund_failure'), 0)::bigint AS failed
        FROM ledger_transfer t
       WHERE realm_id = ?
         AND type IN ('refund', 'refund_failure')
         AND id >= ?
         AND id < ?
         AND NOT EXISTS (
             SELECT
               FROM ledger_booking b
              WHERE b.realm_id = ?
                AND b.source_id = t.source_id
                AND b.adjusted_in IS NOT NULL)
       GROUP BY currency
      """;

  private static final String FIND =
      """
      SELECT month, time_zone, from_at, until_at, closed_at
        FROM ledger_closing
       WHERE realm_id = ?
         AND month = ?
      """;

  private static final String LAST =
      """
      SELECT month, time_zone, from_at, until_at, closed_at
        FROM ledger_closing
       WHERE realm_id = ?
       ORDER BY month DESC
       LIMIT 1
      """;

  private static final String ACCOUNTS =
      """
      SELECT currency, role, party, opening, adjustment, debits, credits
        FROM ledger_closing_account
       WHERE realm_id = ?
         AND month = ?
       ORDER BY currency, role, party
      """;

  private static final String FIRST_BOOKING =
      """
      SELECT booked_at
        FROM ledger_transfer
       WHERE realm_id = ?
       ORDER BY realm_id, id
       LIMIT 1
      """;

  private static final String CLOSE =
      """
      INSERT INTO ledger_closing (realm_id, month, time_zone, from_at, until_at, closed_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """;

  private static final String CLOSE_ACCOUNTS =
      """
      INSERT INTO ledger_closing_account (realm_id, month, currency, role, party, opening, adjustment, debits, credits)
      SELECT ?, ?, *
        FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
      """;

  private ClosingStore() {}

  /** The sums of an account before a period, and until its end. */
  record Sums(long debitsBefore, long creditsBefore, long debits, long credits) {
    long opening() {
      return debitsBefore - creditsBefore;
    }
  }

  /** Returns a month if it is closed. */
  static Optional<Period> find(Connection connection, Realm realm, YearMonth month)
      throws SQLException {
    return Db.query(connection, FIND, ClosingStore::period, realm.id(), month.atDay(1)).stream()
        .findFirst();
  }

  /** Returns the last closed month. */
  static Optional<Period> findLast(Connection connection, Realm realm) throws SQLException {
    return Db.query(connection, LAST, ClosingStore::period, realm.id()).stream().findFirst();
  }

  private static Period period(ResultSet row) throws SQLException {
    return new Period(
        YearMonth.from(row.getObject("month", LocalDate.class)),
        TimeZones.of(row.getString("time_zone")),
        Db.getInstant(row, "from_at"),
        Db.getInstant(row, "until_at"),
        Optional.of(Db.getInstant(row, "closed_at")),
        true);
  }

  /** Returns the accounts of a closed month. */
  static List<AccountMonth> listAccounts(Connection connection, Realm realm, YearMonth month)
      throws SQLException {
    return Db.query(
        connection,
        ACCOUNTS,
        row ->
            new AccountMonth(
                Currency.get(row.getString("currency")),
                Chart.of(row.getString("role")),
                row.getString("party"),
                row.getLong("opening"),
                row.getLong("adjustment"),
                row.getLong("debits"),
                row.getLong("credits")),
        realm.id(),
        month.atDay(1));
  }

  /** Returns the time of the first movement; empty without any. */
  static Optional<Instant> findFirstBooking(Connection connection, Realm realm)
      throws SQLException {
    return Db.query(connection, FIRST_BOOKING, row -> Db.getInstant(row, "booked_at"), realm.id())
        .stream()
        .findFirst();
  }

  /** Sums the accounts with any movement before the end of a period, in one snapshot. */
  static Map<Account, Sums> sum(Connection connection, Realm realm, Instant from, Instant until)
      throws SQLException {
    var parameters = new ArrayList<Object>();
    addBefore(parameters, realm, 0, from);
    addBefore(parameters, realm, 1, until);
    var sums = new LinkedHashMap<Account, Sums>();
    Db.query(
        connection,
        SUMS,
        row ->
            sums.put(
                new Account(
                    Currency.get(row.getString("currency")),
                    Chart.of(row.getString("role")),
                    row.getString("party")),
                new Sums(
                    row.getLong("debits_before"),
                    row.getLong("credits_before"),
                    row.getLong("debits"),
                    row.getLong("credits"))),
        parameters.toArray());
    return sums;
  }

  /** Sums the refunds of a period by currency, except those that are adjustments of another. */
  static Map<Currency, RefundSums> sumRefunds(Connection connection, Realm realm, Period period)
      throws SQLException {
    var sums = new LinkedHashMap<Currency, RefundSums>();
    Db.query(
        connection,
        REFUNDS,
        row ->
            sums.put(
                Currency.get(row.getString("currency")),
                new RefundSums(row.getLong("succeeded"), row.getLong("failed"))),
        realm.id(),
        IdTime.first(period.from()),
        IdTime.first(period.until()),
        realm.id());
    return sums;
  }

  private static void addBefore(List<Object> parameters, Realm realm, int point, Instant time) {
    Instant midnight =
        time.plus(12, ChronoUnit.HOURS).truncatedTo(ChronoUnit.DAYS); // the nearest one
    boolean isBefore = midnight.isBefore(time);
    int sign = isBefore ? 1 : -1;
    parameters.addAll(
        List.of(point, realm.id(), LocalDate.ofInstant(midnight, ZoneOffset.UTC), point));
    parameters.addAll(
        List.of(
            sign,
            sign,
            realm.id(),
            IdTime.first(isBefore ? midnight : time),
            IdTime.first(isBefore ? time : midnight)));
  }

  /** Adds a closed month. */
  static void add(Connection connection, Realm realm, MonthReport report, Instant now)
      throws SQLException {
    Period period = report.period();
    LocalDate month = period.month().atDay(1);
    Db.update(
        connection,
        CLOSE,
        realm.id(),
        month,
        TimeZones.name(period.zone()),
        period.from(),
        period.until(),
        now);
    List<AccountMonth> accounts = report.accounts();
    Db.update(
        connection,
        CLOSE_ACCOUNTS,
        realm.id(),
        month,
        texts(accounts, it -> it.currency().code()),
        texts(accounts, it -> it.role().text()),
        texts(accounts, AccountMonth::party),
        accounts.stream().map(AccountMonth::opening).toArray(Long[]::new),
        accounts.stream().map(AccountMonth::adjustment).toArray(Long[]::new),
        accounts.stream().map(AccountMonth::debits).toArray(Long[]::new),
        accounts.stream().map(AccountMonth::credits).toArray(Long[]::new));
  }

  private static String[] texts(List<AccountMonth> all, Function<AccountMonth, String> part) {
    return all.stream().map(part).toArray(String[]::new);
  }
}
