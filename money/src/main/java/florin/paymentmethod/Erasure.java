package florin.paymentmethod;

import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Erases card numbers of unattached methods that no payment needs any longer. Any node does this
 * for all, a bounded batch at a time; a second node finds nothing to do.
 *
 * <p>A method has a time for its check: some time after its creation, or immediately after it was
 * detached. If its payment has not been final long enough, the job checks again later.
 */
public final class Erasure implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(30);
  static final int MAX_AT_ONCE = 500;

  /** The delay before the next check of a method that an open payment may still need. */
  static final Duration LOOK_AGAIN = Duration.ofMinutes(10);

  private final ErasureStore store;
  private final Duration retention;
  private final InstantSource clock;
  private final BackgroundJob job;

  public Erasure(Db db, Duration retention, InstantSource clock, WorkAcceptance acceptance) {
    this.store = new ErasureStore(db);
    this.retention = retention;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("card-erasure", PAUSE, acceptance, this::round);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean round() {
    return store.eraseDue(clock.instant(), retention, LOOK_AGAIN, MAX_AT_ONCE) == MAX_AT_ONCE;
  }
}
