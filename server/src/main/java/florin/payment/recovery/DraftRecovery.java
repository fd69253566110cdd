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

  /**
   * The time between two looks, for each unit of time that one takes: while a transaction runs for
   * long, a backup say, all drafts since it began are looked at again and again.
   */
  private static final int SHARE = 20;

  /** The database's clock was set back: what was drafted between two looks is looked at too. */
  private static final Duration SET_BACK = Duration.ofMinutes(1);

  private final DraftStore store;
  private final Attempts attempts;
  private final Drafts drafts;
  private final Probe probe;

  /** Only the loop of recovery looks at them. */
  private Instant marked;

  private Instant since;
  private long next = System.nanoTime();

  public DraftRecovery(DraftStore store, Attempts attempts, Drafts drafts, Probe probe) {
    this.store = store;
    this.attempts = attempts;
    this.drafts = drafts;
    this.probe = probe;
    this.marked = store.mark();
    this.since = marked;
  }

  /** One look at what was drafted since the last; not at once after one that took long. */
  void round() {
    long begun = System.nanoTime();
    if (begun - next < 0) {
      return;
    }
    look();
    long ended = System.nanoTime();
    next = ended + SHARE * (ended - begun);
  }

  private void look() {
    Instant horizon = store.horizon();
    if (horizon.isBefore(since)) {
      since = horizon.minus(SET_BACK);
    }
    List<Found> found = store.listUnwritten(since, MAX_AT_ONCE);
    found.forEach(each -> writeIfLeft(each.draft()));
    Instant oldest = found.isEmpty() ? horizon : found.getFirst().at();
    since = oldest.isBefore(horizon) ? oldest : horizon;
    if (since.isBefore(marked) || since.isAfter(marked.plus(MARK_EVERY))) {
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
