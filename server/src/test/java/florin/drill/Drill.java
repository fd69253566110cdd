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

/** What the drills have in common. */
final class Drill {
  /** At the simulator: its deadline and the commit after it. */
  static final Duration LEASE = Duration.ofSeconds(15);

  /**
   * How long a test waits for what comes within seconds where nothing else runs: no test is timed.
   */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** By how much a node's clock may be off the database's; on a busy machine it is. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

  /**
   * The network may change its mind for seconds after all is resolved, and is watched meanwhile.
   */
  private static final Duration REST = Duration.ofSeconds(60);

  /** What is not resolved, as opposed to what waits for a merchant. */
  private static final String IN_HAND =
      "status IN ('begun', 'pending', 'unknown', 'reversing', 'reversed')";

  /** What waits for its request to be repeated. */
  private static final String LEFT_TO_REPETITION = "node = '00000000-0000-0000-0000-000000000000'";

  private Drill() {}

  /** Lets the time of a lease go by, after making sure that none is longer than promised. */
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
        .as("attempts whose lease is longer than promised")
        .isEmpty();
    app.update(
        "UPDATE attempt SET due_at = due_at - ?::interval WHERE " + IN_HAND,
        lease.plus(CLOCKS_DIFFER).toString());
  }

  static Reconciliation reconcile(TestApp app) {
    return reconcile(app.database());
  }

  /** Nobody repeats anything any more: what waits for it has waited long enough. */
  static void passRepetition(PostgresAddress database) {
    TestConnections.run(
        database,
        connection ->
            Db.update(
                connection,
                "UPDATE attempt SET due_at = now() WHERE due_at > now() AND "
                    + LEFT_TO_REPETITION));
  }

  /** Whether recovery has left something to the repetition of its request. */
  static boolean isLeftToRepetition(TestApp app) {
    return !app.query("SELECT id FROM attempt WHERE due_at > now() AND " + LEFT_TO_REPETITION)
        .isEmpty();
  }

  /** Whether every payment has come to its end, if no request is repeated. */
  static boolean isFinal(TestApp app) {
    passRepetition(app.database());
    return app.query("SELECT id FROM payment WHERE status = 'processing'").isEmpty();
  }

  /** Waits until nothing will change any more and holds our records against the book. */
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

  /** The threads that crash in other tests are no concern of the one that waits. */
  static ConditionFactory within(Duration bound) {
    return await().dontCatchUncaughtExceptions().pollInterval(Duration.ofMillis(50)).atMost(bound);
  }
}
