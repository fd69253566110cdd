package florin.payment.dispute;

import florin.core.Realm;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The background job that finds the outcome of responses that were begun and have none. */
public final class DisputeResponseLoop implements AutoCloseable, DueWork {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final DisputeResponses responses;
  private final BackgroundJob job;

  public DisputeResponseLoop(DisputeResponses responses, WorkAcceptance acceptance) {
    this.responses = responses;
    this.job = BackgroundJob.ofWork("dispute responses", PAUSE, acceptance, responses::recover);
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return responses.findNextDue(realm);
  }

  @Override
  public void runDue(Realm realm) {
    var _ = responses.recover();
  }

  @Override
  public void close() {
    job.close();
  }
}
