package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.db.PostgresAddress;
import florin.projection.Follower;
import florin.projection.FollowerStore;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;

/** Checks a database's ledger after all events are applied, whether or not a service runs. */
public final class LedgerChecks {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private LedgerChecks() {}

  /** Applies all events, and runs all checks of `ledger verify`. */
  public static void assertHolds(PostgresAddress database) {
    try (Db db = Db.unhurried(database)) {
      // A service that runs may commit an event between the two steps.
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            follow(db, Follower.BATCH);
            VerificationStore.Result result = VerificationStore.run(db);
            assertThat(result.difference()).isEmpty();
            assertThat(result.unapplied()).isZero();
          });
    }
  }

  /** Waits until the ledger has a movement, and returns the id of the newest. */
  public static String awaitTransaction(TestClient client) {
    return await()
        .dontCatchUncaughtExceptions()
        .atMost(PATIENCE)
        .until(
            () -> client.get("/v2/balance_transactions"),
            list -> !list.body().contains("\"data\":[]"))
        .text("/data/0/id");
  }

  /** Pays, makes the simulator settle, and returns the id of its payout. */
  public static String payOut(TestClient client) {
    client.post("/v2/payments", TestApp.payment(1_000, "4242424242424242"));
    return settle(client).text("/payouts/0/id");
  }

  /** Makes the simulator settle, as soon as the ledger has the newest payments. */
  public static Reply settle(TestClient client) {
    return await()
        .dontCatchUncaughtExceptions()
        .atMost(PATIENCE)
        .until(() -> client.post("/v2/test/settlements", "{}"), settled -> settled.status() != 409);
  }

  /** Applies all events, which other transactions in the same PostgreSQL may hold up. */
  static void follow(Db db, int batch) {
    var store = new FollowerStore(db);
    var ledger = new LedgerProjection();
    await()
        .dontCatchUncaughtExceptions()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(PATIENCE)
        .until(() -> {
          store.follow(ledger, batch);
          return store.findOldest(ledger).isEmpty();
        });
  }
}
