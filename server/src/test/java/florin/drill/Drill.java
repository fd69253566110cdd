package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.TestConnections;
import florin.testing.Reconciliation;
import florin.testing.TestApp;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;

/** The shared parts of the drills. */
final class Drill {
  /** The lease at the simulator: its deadline and the commit afterwards. */
  static final Duration LEASE = Duration.ofSeconds(15);

  /** How long a test waits for an event that takes seconds without other load. No test is timed. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * The allowed difference between a node's clock and the database's, which occurs on a busy
   * machine.
   */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

  /**
   * After all operations are resolved, the network may change its result for some seconds, during
   * which Florin watches it.
   */
  private static final Duration REST = Duration.ofSeconds(60);

  /** Attempts without a final result, unlike those that wait for a merchant. */
  private static final String IN_HAND =
      "status IN ('begun', 'pending', 'unknown', 'reversing', 'reversed')";

  /** Attempts that wait for a repetition of their request. */
  private static final String LEFT_TO_REPETITION = "node = '00000000-0000-0000-0000-000000000000'";

  private Drill() {}

  /** Moves the leases into the past, after it checks that none is longer than documented. */
  static void passLease(TestApp app) {
    passLease(app, LEASE);
  }

  static void passLease(TestApp app, Duration lease) {
    assertThat(
            app.query(
                "SELECT id FROM attempt WHERE due_at > now() + ?::interval AND "
                    + IN_HAND
                    + " AND NOT "
                    + LEFT_TO_REPETITION,
                lease.plus(CLOCKS_DIFFER).toString()))
        .as("attempts whose lease is longer than documented")
        .isEmpty();
    app.update(
        "UPDATE attempt SET due_at = due_at - ?::interval WHERE " + IN_HAND,
        lease.plus(CLOCKS_DIFFER).toString());
  }

  static Reconciliation reconcile(TestApp app) {
    return reconcile(app.database());
  }

  /** Ends the wait for repetitions of requests. */
  static void passRepetition(PostgresAddress database) {
    TestConnections.run(
        database,
        connection ->
            Db.update(
                connection,
                "UPDATE attempt SET due_at = now() WHERE due_at > now() AND "
                    + LEFT_TO_REPETITION));
  }

  /** Returns whether recovery has left an attempt to the repetition of its request. */
  static boolean isLeftToRepetition(TestApp app) {
    return !app.query("SELECT id FROM attempt WHERE due_at > now() AND " + LEFT_TO_REPETITION)
        .isEmpty();
  }

  /** Returns whether every payment has a final status, provided that no request is repeated. */
  static boolean isFinal(TestApp app) {
    passRepetition(app.database());
    return app.query("SELECT id FROM payment WHERE status = 'processing'").isEmpty();
  }

  /**
   * Waits until nothing changes any longer, and compares Florin's records with the network's
   * ledger.
   */
  static Reconciliation reconcile(PostgresAddress database) {
    within(REST)
        .until(() -> {
          passRepetition(database);
          return Reconciliation.isAtRest(database);
        });
    var reconciliation = Reconciliation.of(database);
    reconciliation.assertHolds();
    return reconciliation;
  }

  /** Returns a wait that ignores the threads that crash in other tests. */
  static ConditionFactory within(Duration bound) {
    return await().dontCatchUncaughtExceptions().pollInterval(Duration.ofMillis(50)).atMost(bound);
  }
}
