package florin.idempotency;

import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.TableScan;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The background job that deletes expired idempotency records, and those of publishable keys above
 * their limit. Each step is one short transaction on a bounded number of rows, followed by a pause,
 * so that payments are not slowed down.
 */
public final class RecordRetention implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(250);

  /**
   * The pause is longer, because counting takes up to 20 ms for a realm that has reached the limit.
   */
  private static final Duration PAUSE_OF_CROWDED = Duration.ofSeconds(10);

  private final RecordRetentionStore store;
  private final InstantSource clock;
  private final TableScan scan = new TableScan();
  private final BackgroundJob expired;
  private final BackgroundJob crowded;

  /**
   * Creates the job.
   *
   * @param db a database whose connections use indexes
   */
  public RecordRetention(Db db, InstantSource clock, WorkAcceptance acceptance) {
    this.store = new RecordRetentionStore(db);
    this.clock = clock;
    this.expired = BackgroundJob.ofWork("retention-slots", PAUSE, acceptance, this::deleteExpired);
    this.crowded =
        BackgroundJob.ofWork(
            "retention-crowded",
            PAUSE_OF_CROWDED,
            acceptance,
            () -> store.deleteCrowded(Idempotency.MAX_PUBLISHABLE));
  }

  @Override
  public void close() {
    crowded.close();
    expired.close();
  }

  private boolean deleteExpired() {
    Instant now = clock.instant();
    if (!scan.isResting(now)) {
      scan.went(store.deleteExpired(now), store.isAtFirstBlock(), now);
    }
    return false;
  }
}
