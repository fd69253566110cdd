package florin.brake;

import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.InstantSource;

/** The background jobs that read what other nodes have counted, and delete old cards. */
public final class BrakeJob implements AutoCloseable {
  /** How late the count of another node is known. */
  static final Duration PAUSE = Duration.ofMillis(250);

  /** How long cards are kept: the 28 days of a replay, and one more. */
  static final Duration KEPT = Duration.ofDays(29);

  private static final Duration PAUSE_OF_RETENTION = Duration.ofMinutes(1);
  private static final int DELETED_AT_ONCE = 1_000;

  private final BackgroundJob follower;
  private final BackgroundJob retention;

  public BrakeJob(
      Brakes brakes, BrowserTryStore store, InstantSource clock, WorkAcceptance acceptance) {
    this.follower = BackgroundJob.start("brake-follower", PAUSE, brakes::follow);
    this.retention =
        BackgroundJob.ofWork(
            "retention-browser-tries",
            PAUSE_OF_RETENTION,
            acceptance,
            () -> store.deleteOld(clock.instant().minus(KEPT), DELETED_AT_ONCE) >= DELETED_AT_ONCE);
  }

  @Override
  public void close() {
    retention.close();
    follower.close();
  }
}
