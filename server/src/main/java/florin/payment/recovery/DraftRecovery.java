package florin.payment.recovery;

import florin.idempotency.Idempotency.Slot;
import florin.payment.execution.Attempts;
import florin.payment.execution.Drafts;
import florin.payment.execution.Probe;
import florin.payment.execution.Probe.Step;
import florin.payment.store.Draft;
import florin.payment.store.DraftStore;
import florin.payment.store.DraftStore.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Finds drafts that nobody is at work on any more, since their process died, and writes their
 * payments as they began; what became of those is then for {@link Recovery} to find out.
 *
 * <p>Each draft is looked at about once: behind the oldest that is not written, and behind the
 * oldest transaction that runs, none is left and none will come. How far that is, is remembered for
 * the next start.
 */
public final class DraftRecovery {
  /** What is found with one look; those that are under way anywhere are among them. */
  static final int MAX_AT_ONCE = 1_000;

  /** The mark is for starts: what it lags behind, a start looks at again. */
  private static final Duration MARK_EVERY = Duration.ofSeconds(10);

  private final DraftStore store;
  private final Attempts attempts;
  private final Drafts drafts;
  private final Probe probe;

  /** Only the loop of recovery looks at them. */
  private Instant marked;

  private Instant since;

  public DraftRecovery(DraftStore store, Attempts attempts, Drafts drafts, Probe probe) {
    this.store = store;
    this.attempts = attempts;
    this.drafts = drafts;
    this.probe = probe;
    this.marked = store.mark();
    this.since = marked;
  }

  /** One look at what was drafted since the last. */
  void round() {
    Instant horizon = store.horizon();
    List<Found> found = store.listUnwritten(since, MAX_AT_ONCE);
    found.forEach(each -> writeIfLeft(each.draft()));
    Instant oldest = found.isEmpty() ? horizon : found.getFirst().at();
    since = oldest.isBefore(horizon) ? oldest : horizon;
    if (since.isAfter(marked.plus(MARK_EVERY))) {
      store.setMark(since);
      marked = since;
    }
  }

  /** The draft in the slot, if whoever began it is gone. */
  public void writeIfLeft(Slot slot) {
    store.findUnwritten(slot).ifPresent(this::writeIfLeft);
  }

  /** What has become of it is to be found out at once. */
  private void writeIfLeft(Draft draft) {
    if (isLeft(draft) && drafts.write(draft.with(attempts.dueNow(draft.attempt())))) {
      probe.at(Step.WRITTEN);
    }
  }

  private boolean isLeft(Draft draft) {
    return attempts.isOwn(draft.attempt())
        ? !drafts.isUnderWay(draft)
        : attempts.isFree(draft.attempt());
  }
}
