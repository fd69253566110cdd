package florin.paymentmethod;

import florin.db.Db;
import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Erases the card numbers that belong to nobody and are needed by no payment any more. Any node
 * does it for all, a bounded batch at a time; who comes second finds nothing left to do.
 *
 * <p>A method knows when to look at it: some time after it was made, or at once when it was
 * detached. If its payment is not final for long enough by then, the loop looks again later.
 */
public final class Erasure implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(30);
  static final int MAX_AT_ONCE = 500;

  /** When a method is looked at again that an open payment may still need. */
  static final Duration LOOK_AGAIN = Duration.ofMinutes(10);

  private final ErasureStore store;
  private final Duration retention;
  private final InstantSource clock;
  private final Loop loop;

  public Erasure(Db db, Duration retention, InstantSource clock, Fitness fitness) {
    this.store = new ErasureStore(db);
    this.retention = retention;
    this.clock = clock;
    this.loop = Loop.ofWork("card-erasure", PAUSE, fitness, this::round);
  }

  @Override
  public void close() {
    loop.close();
  }

  private boolean round() {
    return store.eraseDue(clock.instant(), retention, LOOK_AGAIN, MAX_AT_ONCE) == MAX_AT_ONCE;
  }
}
