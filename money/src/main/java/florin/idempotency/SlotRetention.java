package florin.idempotency;

import florin.db.Db;
import florin.job.Fitness;
import florin.job.Loop;
import florin.job.Walk;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The background job that deletes expired idempotency records, and those of publishable keys above
 * their limit. Each step is one short transaction on a bounded number of rows, followed by a pause,
 * so that payments are not slowed down.
 */
public final class SlotRetention implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(250);

  /**
   * The pause is longer, because counting takes up to 20 ms for a realm that has reached the limit.
   */
  private static final Duration PAUSE_OF_CROWDED = Duration.ofSeconds(10);

  private final SlotRetentionStore store;
  private final InstantSource clock;
  private final Walk walk = new Walk();
  private final Loop expired;
  private final Loop crowded;

  /**
   * Creates the job.
   *
   * @param db a database whose connections use indexes
   */
  public SlotRetention(Db db, InstantSource clock, Fitness fitness) {
    this.store = new SlotRetentionStore(db);
    this.clock = clock;
    this.expired = Loop.ofWork("retention-slots", PAUSE, fitness, this::deleteExpired);
    this.crowded =
        Loop.ofWork(
            "retention-crowded",
            PAUSE_OF_CROWDED,
            fitness,
            () -> store.deleteCrowded(Idempotency.MAX_PUBLISHABLE));
  }

  @Override
  public void close() {
    crowded.close();
    expired.close();
  }

  private boolean deleteExpired() {
    Instant now = clock.instant();
    if (!walk.isResting(now)) {
      walk.went(store.deleteExpired(now), store.isAtFirstBlock(), now);
    }
    return false;
  }
}
