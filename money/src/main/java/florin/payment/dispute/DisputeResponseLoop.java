package florin.payment.dispute;

import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;

/** The background job that finds the outcome of responses that were begun and have none. */
public final class DisputeResponseLoop implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final BackgroundJob job;

  public DisputeResponseLoop(DisputeResponses responses, WorkAcceptance acceptance) {
    this.job = BackgroundJob.ofWork("dispute responses", PAUSE, acceptance, responses::recover);
  }

  @Override
  public void close() {
    job.close();
  }
}
