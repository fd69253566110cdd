package florin.job;

import florin.db.Db;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's clock, as this node can read it without asking: what it showed when it was read
 * last, and the time that has passed since. Leases and expiries are compared with times that other
 * nodes wrote, so all nodes must mean the same by now; what the node's own clock shows decides
 * nothing.
 *
 * <p>The own clock is looked at all the same. Where it shows another time than this one, one of the
 * two cannot be believed, nor can anything that was measured by them: until they agree again the
 * node is not fit (docs/decisions/009).
 */
public final class DatabaseClock implements InstantSource, Fitness, AutoCloseable {
  /** A node whose clock is further off than this takes no work. */
  public static final Duration TOLERANCE = Duration.ofSeconds(1);

  /** What was read so long ago says nothing any more. */
  static final Duration HOLDS = Duration.ofMinutes(1);

  private static final Duration MEASURE = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(250);

  /** Between two tries to read it. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** A start that is slow as such is not to begin unfit. */
  private static final int FIRST_TRIES = 5;

  private static final String READ =
      """
      SELECT clock_timestamp() AS now
      """;

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

  private final InstantSource database;
  private final InstantSource own;
  private final LongSupplier nanos;
  private final Loop loop;
  private volatile ClockReading last;

  /** Only the loop looks at them. */
  private boolean wasFit = true;

  private long triedAt;

  /**
   * What the database showed.
   *
   * @param nanos when it did, by the clock of {@link System#nanoTime}
   * @param isExact whether its answer came soon enough to tell
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
   * Of any three clocks.
   *
   * @param pause between two looks
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
    this.loop = Loop.start("clock", pause, this::look);
  }

  @Override
  public Instant instant() {
    return last.at(nanos.getAsLong());
  }

  /** By how much the node's own clock is ahead, at least: a thread may stand still as it looks. */
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

  /** Whether the two clocks differ by more than may be. */
  public boolean isOff() {
    return ahead().abs().compareTo(TOLERANCE) > 0;
  }

  /** False while the node's clock is off, or nobody can tell. */
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
    loop.close();
  }

  /** Reads the database's clock when it is time, and at once where the two differ. */
  boolean look() {
    try {
      readIfDue();
    } finally {
      tell(); // also where the database has failed for so long that no time is known
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
      LOG.warn("The clock of this node agrees with the database's again: it takes work again.");
    } else if (isKnown()) {
      LOG.error(
          "The clock of this node is {} ms {} the database's: it takes no work and refuses what would make some until the two agree within {} ms. Have both machines set by the same time servers.",
          ahead().abs().toMillis(),
          ahead().isNegative() ? "behind" : "ahead of",
          TOLERANCE.toMillis());
    } else {
      LOG.error(
          "The database's clock could not be read within {} ms for {} s: this node takes no work until it was.",
          TOLERANCE.toMillis(),
          HOLDS.toSeconds());
    }
  }

  /** In the middle between question and answer, as good as can be told. */
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
