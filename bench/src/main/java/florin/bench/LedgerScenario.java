package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import florin.books.LedgerProjection;
import florin.db.Db;
import florin.projection.FollowerStore;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes payments while the ledger follows them, or while it doesn't. Without its row, the
 * projection does nothing. Once it is back, it begins with the payments from then on.
 *
 * <p>The rate is that of the payments. The cost also has what the ledger does after the last one.
 */
record LedgerScenario(PaymentsScenario payments, Db db, boolean isFollowing) implements Scenario {
  private static final String OFF =
      "UPDATE projection SET name = 'ledger, off' WHERE name = 'ledger'";

  private static final String ON =
      """
      UPDATE projection
         SET name = 'ledger',
             position = pg_snapshot_xmin(pg_current_snapshot()),
             event_id = '00000000-0000-0000-0000-000000000000'
       WHERE name = 'ledger, off'
      """;

  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(20);

  @Override
  public String title() {
    return payments.title() + (isFollowing ? ", ledger on" : ", ledger off");
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException, SQLException {
    db.update(isFollowing ? ON : OFF);
    Tally tally = payments.run(service, limits);
    if (isFollowing) {
      awaitLedger();
    }
    return tally;
  }

  private void awaitLedger() throws IOException {
    var store = new FollowerStore(db);
    var ledger = new LedgerProjection();
    long end = System.nanoTime() + LONGEST.toNanos();
    while (store.findOldest(ledger).isPresent()) {
      if (System.nanoTime() > end) {
        throw new IOException("the ledger has not followed the payments within " + LONGEST);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
