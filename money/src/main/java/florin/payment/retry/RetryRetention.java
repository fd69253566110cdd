package florin.payment.retry;

import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import florin.payment.store.RetryStore;
import java.time.Duration;
import java.time.InstantSource;

/** The background job that deletes declined cards whose attempts no scheme counts any longer. */
public final class RetryRetention implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int DELETED_AT_ONCE = 1_000;

  /** Clocks of nodes differ. */
  private static final Duration KEPT = Scheme.LONGEST.plusDays(1);

  private final BackgroundJob job;

  public RetryRetention(RetryStore store, InstantSource clock, WorkAcceptance acceptance) {
    this.job =
        BackgroundJob.ofWork(
            "retention-card-retries",
            PAUSE,
            acceptance,
            () -> store.deleteOld(clock.instant().minus(KEPT), DELETED_AT_ONCE) >= DELETED_AT_ONCE);
  }

  @Override
  public void close() {
    job.close();
  }
}
