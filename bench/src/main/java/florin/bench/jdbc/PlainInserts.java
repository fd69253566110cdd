package florin.bench.jdbc;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.core.IdSource;
import florin.db.PostgresAddress;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The minimum that a service must commit for a payment: one transaction with three plain inserts.
 * Each connection has one thread and prepares each insert once. There is no HTTP, JSON,
 * cryptography, idempotency key, or ledger.
 */
public final class PlainInserts {
  /** A database on the service's own PostgreSQL, with the same settings and the same disk. */
  private static final String DATABASE = "plain_inserts";

  private static final String IS_THERE = "SELECT FROM pg_database WHERE datname = ?";

  private static final String TABLES =
      """
      CREATE TABLE payment (
        id uuid PRIMARY KEY,
        realm_id bigint NOT NULL,
        status text NOT NULL,
        version integer NOT NULL,
        amount bigint NOT NULL,
        amount_captured bigint NOT NULL,
        currency text NOT NULL,
        description text,
        customer_id uuid,
        payment_method_id uuid NOT NULL,
        created_at timestamptz NOT NULL);
      CREATE TABLE event (
        id uuid PRIMARY KEY,
        body text NOT NULL);
      CREATE TABLE answer (
        id uuid NOT NULL,
        body text NOT NULL)
      """;

  private static final String CLEAR = "TRUNCATE payment, event, answer";

  private static final String PAYMENT =
      """
      INSERT INTO payment (id, realm_id, status, version, amount, amount_captured, currency, description, customer_id, payment_method_id, created_at)
      VALUES (?, 1, 'succeeded', 2, 1000, 1000, 'usd', 'A payment', NULL, ?, now())
      """;

  private static final String EVENT = "INSERT INTO event (id, body) VALUES (?, ?)";
  private static final String ANSWER = "INSERT INTO answer (id, body) VALUES (?, ?)";
  private static final String EVENT_BODY = "e".repeat(1024);
  private static final String ANSWER_BODY = "a".repeat(900);

  private final PostgresAddress database;
  private final IdSource ids = new IdSource(Clock.systemUTC());

  private PlainInserts(PostgresAddress database) {
    this.database = database;
  }

  /** Creates the tables if they are missing. */
  public static PlainInserts beside(PostgresAddress service) throws SQLException {
    PostgresAddress database = service.withDatabase(DATABASE);
    if (!isThere(service)) {
      execute(service, "CREATE DATABASE " + DATABASE);
      execute(database, TABLES);
    }
    return new PlainInserts(database);
  }

  private static boolean isThere(PostgresAddress service) throws SQLException {
    try (Connection connection = service.connect();
        var query = connection.prepareStatement(IS_THERE)) {
      query.setString(1, DATABASE);
      try (ResultSet found = query.executeQuery()) {
        return found.next();
      }
    }
  }

  private static void execute(PostgresAddress database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Empties the tables and runs the inserts. Each durable transaction counts as a response. */
  public Tally run(Limits limits) throws IOException, SQLException {
    execute(database, CLEAR);
    var all = new Tally();
    long start = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(limits.connections())) {
      var running = new ArrayList<Future<Tally>>();
      for (int i = 0; i < limits.connections(); i++) {
        running.add(threads.submit(() -> insertUntil(start + limits.time().toNanos())));
      }
      for (Future<Tally> each : running) {
        all.add(each.get());
      }
    } catch (ExecutionException failed) {
      throw new IOException("plain inserts failed", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    all.ended(Duration.ofNanos(System.nanoTime() - start));
    return all;
  }

  private Tally insertUntil(long end) throws SQLException {
    var tally = new Tally();
    try (Connection connection = database.connect();
        PreparedStatement payment = connection.prepareStatement(PAYMENT);
        PreparedStatement event = connection.prepareStatement(EVENT);
        PreparedStatement answer = connection.prepareStatement(ANSWER)) {
      connection.setAutoCommit(false);
      event.setString(2, EVENT_BODY);
      answer.setString(2, ANSWER_BODY);
      for (long begun = System.nanoTime(); begun < end; begun = System.nanoTime()) {
        UUID id = ids.next();
        payment.setObject(2, UUID.randomUUID());
        for (PreparedStatement insert : List.of(payment, event, answer)) {
          insert.setObject(1, id);
          insert.executeUpdate();
        }
        connection.commit();
        tally.answered(200, System.nanoTime() - begun);
      }
    }
    return tally;
  }
}
