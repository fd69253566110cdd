package florin.books;

import florin.books.BacklogStore.Part;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Db.RowReader;
import florin.projection.EventBatch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Transfers and their daily sums in PostgreSQL. */
final class LedgerStore {
  /**
   * Posts the transfers of the objects `t`, which a query before it must name. Transfers that are
   * there already stay as they are and are not returned.
   */
  static final String POST =
      """
      INSERT INTO ledger_transfer (%s)
      %s ORDER BY 1, 2, 3
          ON CONFLICT (realm_id, source_id, leg) DO NOTHING
      RETURNING realm_id, currency, debit_role, debit_party, credit_role, credit_party, amount, (booked_at AT TIME ZONE 'UTC')::date AS day
      """
          .formatted(Movements.COLUMNS, Movements.OF_OBJECTS);

  private static final Pattern REALM = Pattern.compile("\\{\\w+\\.realm_id\\}");

  private static final String OBJECTS =
      "WITH t AS (SELECT ?::bigint AS realm_id, unnest(?::uuid[]) AS id, ?::text AS part)\n";

  private static final String ADD =
      """
      INSERT INTO ledger_balance AS b (realm_id, currency, role, party, day, debits, credits)
      SELECT *
        FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[]::date[], ?::bigint[], ?::bigint[])
          ON CONFLICT (realm_id, currency, role, party, day) DO UPDATE
         SET debits = b.debits + excluded.debits,
             credits = b.credits + excluded.credits
      """;

  /** Any number, the same for all nodes. */
  private static final long LOCK = 3_804_150_026L;

  private LedgerStore() {}

  /**
   * Waits for the transaction that posts at this time. Otherwise the backlog could record a refund
   * as it was before an event that the projection applies.
   */
  static void lock(Connection connection) throws SQLException {
    Db.query(connection, "SELECT pg_advisory_xact_lock(?)", _ -> true, LOCK);
  }

  /**
   * Waits for the transaction that adds settlement lines of the realm, closes its months, or
   * compares it with the lines. A long import holds only this lock, so that postings don't wait. If
   * both locks are needed, this one comes first.
   */
  static void lockLines(Connection connection, Realm realm) throws SQLException {
    Db.query(
        connection,
        "SELECT pg_advisory_xact_lock(hashtextextended(?, ?))",
        _ -> true,
        "settlement lines of " + realm.id(),
        LOCK);
  }

  /** Posts the transfers of a part's objects and adds them to the daily sums. */
  static void post(Connection connection, long realm, Part part, List<UUID> objects)
      throws SQLException {
    add(connection, ofObjects(connection, POST, realm, part, objects, Posted::read));
  }

  /** Runs a statement for the objects `t` of a realm, which are all in one part. */
  static <T> List<T> ofObjects(
      Connection connection,
      String statement,
      long realm,
      Part part,
      List<UUID> objects,
      RowReader<T> reader)
      throws SQLException {
    var parameters =
        new ArrayList<Object>(List.of(realm, objects.toArray(UUID[]::new), part.text()));
    REALM.matcher(statement).results().forEach(_ -> parameters.add(realm));
    return Db.query(
        connection,
        OBJECTS + REALM.matcher(statement).replaceAll("?"),
        reader,
        parameters.toArray());
  }

  /** A part of the work with a batch of events. */
  @FunctionalInterface
  interface Step {
    void run(EventBatch batch) throws SQLException;
  }

  /** A posted transfer. */
  record Posted(
      long realm,
      String currency,
      String debitRole,
      String debitParty,
      String creditRole,
      String creditParty,
      long amount,
      LocalDate day) {
    static Posted read(ResultSet row) throws SQLException {
      return new Posted(
          row.getLong("realm_id"),
          row.getString("currency"),
          row.getString("debit_role"),
          row.getString("debit_party"),
          row.getString("credit_role"),
          row.getString("credit_party"),
          row.getLong("amount"),
          row.getObject("day", LocalDate.class));
    }
  }

  /** A day of an account. */
  private record AccountDay(long realm, String currency, String role, String party, LocalDate day) {
    private static final Comparator<AccountDay> ORDER =
        Comparator.comparingLong(AccountDay::realm)
            .thenComparing(AccountDay::currency)
            .thenComparing(AccountDay::role)
            .thenComparing(AccountDay::party)
            .thenComparing(AccountDay::day);
  }

  private record Sums(long debits, long credits) {
    private Sums plus(Sums other) {
      return new Sums(debits + other.debits, credits + other.credits);
    }
  }

  /**
   * Adds posted transfers to the daily sums, in the transaction that posted them. The rows are in
   * order, so that two transactions never wait for each other.
   */
  static void add(Connection connection, List<Posted> posted) throws SQLException {
    SortedMap<AccountDay, Sums> sums = new TreeMap<>(AccountDay.ORDER);
    for (Posted it : posted) {
      sums.merge(
          new AccountDay(it.realm, it.currency, it.debitRole, it.debitParty, it.day),
          new Sums(it.amount, 0),
          Sums::plus);
      sums.merge(
          new AccountDay(it.realm, it.currency, it.creditRole, it.creditParty, it.day),
          new Sums(0, it.amount),
          Sums::plus);
    }
    if (!sums.isEmpty()) {
      Db.update(
          connection,
          ADD,
          sums.keySet().stream().map(AccountDay::realm).toArray(Long[]::new),
          texts(sums, AccountDay::currency),
          texts(sums, AccountDay::role),
          texts(sums, AccountDay::party),
          texts(sums, AccountDay::day),
          sums.values().stream().map(Sums::debits).toArray(Long[]::new),
          sums.values().stream().map(Sums::credits).toArray(Long[]::new));
    }
  }

  private static String[] texts(
      SortedMap<AccountDay, Sums> sums, Function<AccountDay, Object> part) {
    return sums.keySet().stream().map(part).map(Object::toString).toArray(String[]::new);
  }
}
