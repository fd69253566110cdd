package florin.job;

import florin.db.Db;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The database's clock, as this node can read it without asking: its own clock, corrected by the
 * difference that it measures every few seconds. Leases and expiries are compared with times that
 * other nodes wrote, so all nodes must mean the same by now.
 */
public final class DatabaseClock implements InstantSource, AutoCloseable {
  /** A node that is further off than this is set wrong, and not ready. */
  public static final Duration TOLERANCE = Duration.ofSeconds(1);

  private static final Duration MEASURE = Duration.ofSeconds(10);

  private static final String READ =
      """
      SELECT clock_timestamp() AS now
      """;

  private final Db db;
  private final Loop loop;
  private volatile Duration difference = Duration.ZERO;

  public DatabaseClock(Db db) {
    this.db = db;
    measure();
    this.loop = Loop.start("clock", MEASURE, this::measure);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(difference);
  }

  public boolean isTolerable() {
    return difference.abs().compareTo(TOLERANCE) <= 0;
  }

  @Override
  public void close() {
    loop.close();
  }

  private boolean measure() {
    Instant asked = Instant.now();
    Instant there = db.list(READ, row -> Db.getInstant(row, "now")).getFirst();
    Instant answered = Instant.now();
    Instant here = asked.plus(Duration.between(asked, answered).dividedBy(2));
    difference = Duration.between(here, there);
    return false;
  }
}
