package florin.brake;

import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The background jobs of the brake. They read what other nodes have counted, store what this one
 * has stopped, release brakes whose cards no longer count, and delete old rows.
 */
public final class BrakeJob implements AutoCloseable {
  /** How late the count of another node is known. */
  static final Duration PAUSE = Duration.ofMillis(250);

  /** How long cards are kept: the 28 days of a replay, and one more. */
  static final Duration KEPT = Duration.ofDays(29);

  /** How late the API shows what was stopped. */
  static final Duration PAUSE_OF_REPORT = Duration.ofSeconds(1);

  private static final Duration PAUSE_OF_EXPIRY = Duration.ofSeconds(5);
  private static final Duration PAUSE_OF_RETENTION = Duration.ofMinutes(1);
  private static final int DELETED_AT_ONCE = 1_000;

  private final BackgroundJob follower;
  private final BackgroundJob reports;
  private final BackgroundJob expiry;
  private final BackgroundJob retention;

  /**
   * Starts the jobs.
   *
   * @param besides the database, by connections that requests don't use
   */
  public BrakeJob(Brakes brakes, Db besides, InstantSource clock, WorkAcceptance acceptance) {
    var tries = new BrowserTryStore(besides);
    var ended = new BrakeStore(besides);
    var counts = new BrakeCountStore(besides);
    this.reports = BackgroundJob.start("brake-reports", PAUSE_OF_REPORT, brakes::report);
    this.expiry =
        BackgroundJob.ofWork(
            "brake-expiry", PAUSE_OF_EXPIRY, acceptance, brakes.engagements()::expire);
    this.follower = BackgroundJob.start("brake-follower", PAUSE, brakes::follow);
    this.retention =
        BackgroundJob.ofWork(
            "retention-browser-tries",
            PAUSE_OF_RETENTION,
            acceptance,
            () -> {
              Instant before = clock.instant().minus(KEPT);
              int deleted = tries.deleteOld(before, DELETED_AT_ONCE);
              deleted += ended.deleteOld(before, DELETED_AT_ONCE);
              deleted += counts.deleteOld(before, DELETED_AT_ONCE);
              return deleted >= DELETED_AT_ONCE;
            });
  }

  @Override
  public void close() {
    retention.close();
    expiry.close();
    reports.close();
    follower.close();
  }
}
