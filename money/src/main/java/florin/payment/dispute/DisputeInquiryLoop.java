package florin.payment.dispute;

import florin.core.Realm;
import florin.db.Changeset;
import florin.db.GroupCommit;
import florin.dispute.Dispute;
import florin.dispute.DisputeStore;
import florin.dispute.Disputes;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import florin.payment.store.AttemptStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The background job that asks providers about disputes, in case a webhook was lost. It makes the
 * payment's attempt due, as the webhook would, and recovery asks.
 */
public final class DisputeInquiryLoop implements AutoCloseable, DueWork {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** The most disputes of a round, so that many old ones don't overload a provider. */
  private static final int MAX_OF_ROUND = 20;

  private final DisputeStore store;
  private final Disputes disputes;
  private final AttemptStore attempts;
  private final GroupCommit commits;
  private final InstantSource clock;
  private final BackgroundJob job;

  public DisputeInquiryLoop(
      DisputeStore store,
      Disputes disputes,
      AttemptStore attempts,
      GroupCommit commits,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.store = store;
    this.disputes = disputes;
    this.attempts = attempts;
    this.commits = commits;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("dispute inquiries", PAUSE, acceptance, this::round);
  }

  @Override
  public void close() {
    job.close();
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return store.findNextInquired(realm);
  }

  @Override
  public void runDue(Realm realm) {
    round();
  }

  /** Returns false, so that each round follows a pause. */
  private boolean round() {
    Instant now = clock.instant();
    List<Dispute> due = store.listInquired(now, MAX_OF_ROUND);
    for (Dispute dispute : due) {
      // If another node was faster, the version refuses this commit.
      var _ =
          commits.commit(
              Changeset.of(
                  DisputeStore.update(disputes.inquired(dispute, now)),
                  AttemptStore.nudge(
                      dispute.realm(),
                      attempts.list(dispute.realm(), dispute.payment()).getFirst().reference(),
                      true,
                      now)));
    }
    return false;
  }
}
