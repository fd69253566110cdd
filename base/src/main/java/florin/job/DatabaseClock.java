package florin.job;

import florin.db.Db;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's clock, read from memory: the last value plus the time that has passed since.
 * Leases and expiries are compared with times that other nodes wrote, so all nodes need the same
 * time; the node's own clock decides nothing.
 *
 * <p>Florin still compares its own clock. If the two differ, neither can be trusted, nor can
 * anything measured with them. Until they agree again, the node accepts no work
 * (docs/decisions/009).
 */
public final class DatabaseClock implements InstantSource, WorkAcceptance, AutoCloseable {
  /** The largest difference of clocks with which a node accepts work. */
  public static final Duration TOLERANCE = Duration.ofSeconds(1);

  /** The age after which a reading is no longer valid. */
  static final Duration HOLDS = Duration.ofMinutes(1);

  private static final Duration MEASURE = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(250);

  /** The pause between two tries to read it. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** The tries of the first reading, so that a slow start does not begin as unfit. */
  private static final int FIRST_TRIES = 5;

  private static final String READ =
      """
      SELECT clock_timestamp() AS now
      """;

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

  private final InstantSource database;
  private final InstantSource own;
  private final LongSupplier nanos;
  private final BackgroundJob job;
  private volatile ClockReading last;

  /** Used only by the job's thread. */
  private boolean wasFit = true;

  private long triedAt;

  /**
   * A reading of the database's clock.
   *
   * @param nanos its time by {@link System#nanoTime}
   * @param isExact whether the response came fast enough for a precise reading
   */
  private record ClockReading(Instant there, long nanos, boolean isExact) {
    Instant at(long now) {
      return there.plusNanos(now - nanos);
    }

    Duration age(long now) {
      return Duration.ofNanos(now - nanos);
    }
  }

  public DatabaseClock(Db db) {
    this(() -> read(db), DatabaseClock::own, System::nanoTime, LOOK);
  }

  /**
   * Creates a clock from any three clocks.
   *
   * @param pause between two checks
   */
  DatabaseClock(InstantSource database, InstantSource own, LongSupplier nanos, Duration pause) {
    this.database = database;
    this.own = own;
    this.nanos = nanos;
    ClockReading first = read();
    for (int i = 1; i < FIRST_TRIES && !first.isExact(); i++) {
      first = read();
    }
    this.last = first;
    this.triedAt = nanos.getAsLong() - RETRY.toNanos();
    this.job = BackgroundJob.start("clock", pause, this::look);
  }

  @Override
  public Instant instant() {
    return last.at(nanos.getAsLong());
  }

  /**
   * Returns by how much the node's own clock is ahead, at least, because a thread may pause during
   * the comparison.
   */
  public Duration ahead() {
    ClockReading then = last;
    Instant before = then.at(nanos.getAsLong());
    Instant here = own.instant();
    Instant after = then.at(nanos.getAsLong());
    if (here.isAfter(after)) {
      return Duration.between(after, here);
    }
    return here.isBefore(before) ? Duration.between(before, here) : Duration.ZERO;
  }

  /** Returns whether the two clocks differ by more than the tolerance. */
  public boolean isOff() {
    return ahead().abs().compareTo(TOLERANCE) > 0;
  }

  /** Returns false while the node's clock is off, or its error is unknown. */
  @Override
  public boolean mayTakeWork() {
    return isKnown() && !isOff();
  }

  private boolean isKnown() {
    ClockReading now = last;
    return now.isExact() && now.age(nanos.getAsLong()).compareTo(HOLDS) <= 0;
  }

  @Override
  public void close() {
    job.close();
  }

  /** Reads the database's clock when it is due, and immediately if the two differ. */
  boolean look() {
    try {
      readIfDue();
    } finally {
      tell(); // even if the database has failed for so long that the time is unknown
    }
    return false;
  }

  private void readIfDue() {
    long now = nanos.getAsLong();
    boolean isDue = !mayTakeWork() || last.age(now).compareTo(MEASURE) >= 0;
    if (isDue && now - triedAt >= RETRY.toNanos()) {
      triedAt = now;
      ClockReading next = read();
      if (next.isExact()) {
        last = next;
      }
    }
  }

  private void tell() {
    boolean isFit = mayTakeWork();
    if (isFit == wasFit) {
      return;
    }
    wasFit = isFit;
    if (isFit) {
      LOG.warn(
          "The clock of this node agrees with the database's again, so the node accepts work again.");
    } else if (isKnown()) {
      LOG.error(
          "The clock of this node is {} ms {} the database's, so the node accepts no work until they agree within {} ms. Synchronize both machines with the same time servers.",
          ahead().abs().toMillis(),
          ahead().isNegative() ? "behind" : "ahead of",
          TOLERANCE.toMillis());
    } else {
      LOG.error(
          "The database's clock could not be read within {} ms for {} s, so this node accepts no work until then.",
          TOLERANCE.toMillis(),
          HOLDS.toSeconds());
    }
  }

  /** Returns a reading, placed in the middle between request and response. */
  private ClockReading read() {
    long asked = nanos.getAsLong();
    Instant there = database.instant();
    long took = nanos.getAsLong() - asked;
    return new ClockReading(there, asked + took / 2, took <= TOLERANCE.toNanos());
  }

  private static Instant read(Db db) {
    return db.list(READ, row -> Db.getInstant(row, "now")).getFirst();
  }

  private static Instant own() {
    return Instant.now();
  }
}
