package florin.connector.instance;

import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.InstantSource;

/** The background job that deletes old webhooks in bounded batches, on any node for all nodes. */
public final class ProviderWebhookRetention implements AutoCloseable {
  static final Duration KEPT = Duration.ofDays(30);
  static final int BATCH = 1000;

  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final BackgroundJob job;

  public ProviderWebhookRetention(
      ProviderWebhookStore store, InstantSource clock, WorkAcceptance acceptance) {
    this.job =
        BackgroundJob.ofWork(
            "webhook-retention",
            PAUSE,
            acceptance,
            () -> store.deleteBefore(clock.instant().minus(KEPT), BATCH) == BATCH);
  }

  /** Starts a round now instead of after the pause. */
  public void nudge() {
    job.nudge();
  }

  @Override
  public void close() {
    job.close();
  }
}
