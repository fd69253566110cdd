package florin.lists;

import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The background jobs of the lists: they read what other nodes changed, and delete old rows. */
public final class ListJob implements AutoCloseable {
  /** How late a change on another node has an effect. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Duration PAUSE_OF_RETENTION = Duration.ofMinutes(1);

  /** How long an ended entry is kept, so that all nodes have read its end. */
  private static final Duration ENDED_KEPT = Duration.ofDays(1);

  /** How long a payment shows what stopped it: as long as the decisions of the brake. */
  private static final Duration BLOCKS_KEPT = Duration.ofDays(29);

  private static final int DELETED_AT_ONCE = 1_000;

  private final BackgroundJob follower;
  private final BackgroundJob retention;

  /**
   * Starts the jobs.
   *
   * @param besides the database, by connections that requests don't use
   */
  public ListJob(Lists lists, Db besides, InstantSource clock, WorkAcceptance acceptance) {
    this.follower = BackgroundJob.start("list-follower", PAUSE, lists::follow);
    this.retention =
        BackgroundJob.ofWork(
            "retention-lists",
            PAUSE_OF_RETENTION,
            acceptance,
            () -> deleteOld(besides, clock.instant()) >= DELETED_AT_ONCE);
  }

  /** Deletes a bounded number of rows that are no longer kept; returns their number. */
  static int deleteOld(Db besides, Instant now) {
    return new ListStore(besides).deleteOld(now.minus(ENDED_KEPT), DELETED_AT_ONCE)
        + new BlockedPaymentStore(besides).deleteOld(now.minus(BLOCKS_KEPT), DELETED_AT_ONCE);
  }

  @Override
  public void close() {
    retention.close();
    follower.close();
  }
}
