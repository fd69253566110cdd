package florin.report;

import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Deletes old logged requests. It goes through the realms, a bounded batch at a time. */
final class ReportRetention implements AutoCloseable {
  /** The most rows in a step; more than a node can log during the pause. */
  static final int BATCH = 1_000;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RealmStore realms;
  private final RequestLogStore requests;
  private final Duration requestsKept;
  private final InstantSource clock;
  private final BackgroundJob job;
  private long realm;

  ReportRetention(
      RealmStore realms,
      RequestLogStore requests,
      Duration requestsKept,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.realms = realms;
    this.requests = requests;
    this.requestsKept = requestsKept;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("report-retention", PAUSE, acceptance, this::step);
  }

  @Override
  public void close() {
    job.close();
  }

  /** Deletes a batch, and stays with a realm while batches are full. */
  private boolean step() {
    Optional<Long> next = realms.findNext(realm);
    if (next.isEmpty()) {
      realm = 0;
      return false;
    }
    Instant now = clock.instant();
    realm = next.get(); // a realm whose rows can't be deleted blocks no other
    int deleted = requests.deleteBefore(next.get(), now.minus(requestsKept), BATCH);
    if (deleted >= BATCH) {
      realm = next.get() - 1;
    }
    return false;
  }
}
