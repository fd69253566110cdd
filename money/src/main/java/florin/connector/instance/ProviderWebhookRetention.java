package florin.connector.instance;

import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.InstantSource;

/** The background job that deletes old webhooks in bounded batches, on any node for all nodes. */
public final class ProviderWebhookRetention implements AutoCloseable {
  static final Duration KEPT = Duration.ofDays(30);
  static final int BATCH = 1000;

  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Loop loop;

  public ProviderWebhookRetention(
      ProviderWebhookStore store, InstantSource clock, Fitness fitness) {
    this.loop =
        Loop.ofWork(
            "webhook-retention",
            PAUSE,
            fitness,
            () -> store.deleteBefore(clock.instant().minus(KEPT), BATCH) == BATCH);
  }

  /** Starts a round now instead of after the pause. */
  public void nudge() {
    loop.nudge();
  }

  @Override
  public void close() {
    loop.close();
  }
}
