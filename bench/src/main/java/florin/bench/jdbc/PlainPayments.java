package florin.bench.jdbc;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.DataFolder;
import florin.core.IdSource;
import florin.db.PostgresAddress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Payments by plain JDBC: as many threads as connections, each a payment after the other, no HTTP,
 * no JSON and no cryptography. What the rows hold was rendered once.
 */
public final class PlainPayments {
  private final PostgresAddress database;
  private final PlainPayment payment;
  private final IdSource ids = new IdSource(Clock.systemUTC());

  private PlainPayments(PostgresAddress database, PlainPayment payment) {
    this.database = database;
    this.payment = payment;
  }

  /** Hears what a payment is from the service's program, on its database. */
  public static PlainPayments of(DataFolder folder) throws IOException, SQLException {
    return new PlainPayments(folder.database(), PlainPayment.hear(folder));
  }

  /** What is done, in words. */
  public String description() {
    return payment.statementsPerTransaction()
        + " statements in "
        + payment.transactions().size()
        + " transactions per payment";
  }

  /** An answer is a payment that was made; its latency is that of all its transactions. */
  public Tally run(Limits limits) throws IOException {
    var all = new Tally();
    long start = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(limits.connections())) {
      var running = new ArrayList<Future<Tally>>();
      for (int i = 0; i < limits.connections(); i++) {
        running.add(threads.submit(() -> payUntil(start + limits.time().toNanos())));
      }
      for (Future<Tally> each : running) {
        all.add(each.get());
      }
    } catch (ExecutionException failed) {
      throw new IOException("payments by plain JDBC failed", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    all.ended(Duration.ofNanos(System.nanoTime() - start));
    return all;
  }

  private Tally payUntil(long end) throws SQLException {
    var tally = new Tally();
    try (var connection = new PlainConnection(database, payment, ids)) {
      for (long begun = System.nanoTime(); begun < end; begun = System.nanoTime()) {
        connection.pay();
        tally.answered(200, System.nanoTime() - begun);
      }
    }
    return tally;
  }
}
