package florin.connector.simulator;

import florin.connector.AuthorizeRequest;
import florin.connector.FollowUp;
import florin.connector.OperationRef;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Closed;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.Write;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Gives the tests of stores access to the simulator's ledger. */
public final class BookSteps {
  private final SimulatorLedger ledger;

  public BookSteps(Db db) {
    // Commits nothing.
    var none =
        new GroupCommit(
            "no-book",
            () -> {
              throw new SQLException("no connection", "08001");
            },
            0,
            Duration.ofMillis(1));
    this.ledger = new SimulatorLedger(none, db);
  }

  public Write authorize(AuthorizeRequest request, Instant now) {
    return BookTable.insert(BookMachine.open(request, now));
  }

  public Write close(OperationRef reference, Instant now) {
    return BookTable.insert(new Closed(reference, now));
  }

  public List<Write> capture(FollowUp request, Instant now) {
    return writes(BookMachine.capture(request, ledger.history(request), now));
  }

  public List<Write> refund(FollowUp request, Instant now) {
    return writes(BookMachine.refund(request, ledger.history(request), now));
  }

  private static List<Write> writes(Ruling ruling) {
    var writes = new ArrayList<Write>();
    ruling.added().forEach(entry -> writes.add(BookTable.insert(entry)));
    ruling.changed().ifPresent(changed -> writes.add(BookTable.change(changed)));
    return writes;
  }

  /** Returns the entry without internal fields. */
  public String entry(OperationRef reference) {
    return ledger
        .find(reference)
        .map(entry ->
            entry instanceof Authorization it
                ? it.amount()
                    + " captured "
                    + it.captured()
                    + " refunded "
                    + it.refunded()
                    + " version "
                    + it.version()
                : entry.getClass().getSimpleName())
        .orElse("none");
  }
}
