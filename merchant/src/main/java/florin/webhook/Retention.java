package florin.webhook;

import florin.job.BackgroundJob;
import florin.job.TableScan;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Deletes events after the retention period, with their deliveries and attempts. Each step is one
 * short transaction on a bounded number of rows, followed by a pause, so that payments are not
 * slowed.
 */
final class Retention implements AutoCloseable {
  /**
   * The pause between steps. With {@link RetentionStore#BATCH}, this deletes 4,000 events a second,
   * more than a node creates on average.
   */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final RetentionStore store;
  private final Duration kept;
  private final InstantSource clock;
  private final TableScan events = new TableScan();
  private final BackgroundJob job;

  /**
   * Creates and starts the job.
   *
   * @param kept the retention period of events
   */
  Retention(RetentionStore store, Duration kept, InstantSource clock, WorkAcceptance acceptance) {
    this.store = store;
    this.kept = kept;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("retention", PAUSE, acceptance, this::step);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean step() {
    Instant now = clock.instant();
    if (!events.isResting(now)) {
      events.went(store.deleteEventsBefore(now.minus(kept)), store.isAtFirstRealm(), now);
    }
    return false;
  }
}
