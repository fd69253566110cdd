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

  /** True when payments were written, or more may be waiting. */
  boolean round() {
    Instant horizon = store.horizon();
    List<Found> found = store.listUnwritten(since, MAX_AT_ONCE);
    boolean wrote = false;
    for (Found each : found) {
      wrote |= writeIfLeft(each.draft());
    }
    Instant oldest = found.isEmpty() ? horizon : found.getFirst().at();
    since = oldest.isBefore(horizon) ? oldest : horizon;
    if (since.isAfter(marked.plus(MARK_EVERY))) {
      store.setMark(since);
      marked = since;
    }
    return wrote;
  }

  /** The draft in the slot, if whoever began it is gone. */
  public void writeIfLeft(Slot slot) {
    store.findUnwritten(slot).ifPresent(this::writeIfLeft);
  }

  private boolean writeIfLeft(Draft draft) {
    if (!attempts.isFree(draft.attempt())) {
      return false;
    }
    boolean wrote = drafts.write(draft);
    if (wrote) {
      probe.at(Step.WRITTEN);
    }
    return wrote;
  }
}
