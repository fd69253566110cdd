package florin.payment.recovery;

import florin.idempotency.Idempotency.Slot;
import florin.payment.execution.Attempts;
import florin.payment.execution.Drafts;
import florin.payment.execution.Probe;
import florin.payment.execution.Probe.Step;
import florin.payment.store.Draft;
import florin.payment.store.DraftStore;
import florin.payment.store.DraftStore.Found;
import florin.payment.store.DraftStore.Horizon;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Duration LONGEST_REST = Duration.ofSeconds(30);

  /** The database's clock was set back: what was drafted between two looks is looked at too. */
  private static final Duration SET_BACK = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(DraftRecovery.class);

  private final DraftStore store;
  private final Attempts attempts;
  private final Drafts drafts;
  private final Probe probe;

  /** Only the loop of recovery looks at them. */
  private Instant marked;

  private Instant since;
  private Instant started = Instant.MIN;
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
    if (System.nanoTime() - next >= 0) {
      look();
    }
  }

  private void look() {
    long begun = System.nanoTime();
    Horizon horizon = store.horizon();
    if (!horizon.started().equals(started)) {
      // Another PostgreSQL answers than before, one that may know less than the last one did.
      started = horizon.started();
      marked = store.mark();
      since = marked;
    }
    if (horizon.time().filter(since::isAfter).isPresent()) {
      since = horizon.time().get().minus(SET_BACK);
    }
    List<Found> found = store.listUnwritten(since, MAX_AT_ONCE);
    next = System.nanoTime() + restAfter(System.nanoTime() - begun);
    for (Found each : found) {
      each.draft().ifPresent(this::tryIfLeft);
    }
    horizon.time().ifPresent(time -> goOn(found.isEmpty() ? time : found.getFirst().at(), time));
  }

  private static long restAfter(long took) {
    return Math.min(SHARE * took, LONGEST_REST.toNanos());
  }

  private void goOn(Instant oldest, Instant horizon) {
    since = oldest.isBefore(horizon) ? oldest : horizon;
    if (since.isBefore(marked) || since.isAfter(marked.plus(MARK_EVERY))) {
      store.setMark(since);
      marked = since;
    }
  }

  /**
   * Tries one draft. If it can't be written or always takes too long, the scan continues with the
   * next one and tries this one again in the next round. The scan ends if the database is down.
   */
  private void tryIfLeft(Draft draft) {
    try {
      writeIfLeft(draft);
    } catch (RuntimeException failed) {
      store.requireDatabase();
      LOG.error("the draft of {} could not be written", draft.payment().id(), failed);
    }
  }

  /** The draft in the slot, if whoever began it is gone. */
  public void writeIfLeft(Slot slot) {
    store.findUnwritten(slot).ifPresent(this::writeIfLeft);
  }

  /** Looks again: what was under way when it was seen may have been written just now. */
  private void writeIfLeft(Draft seen) {
    if (isLeft(seen)) {
      store.findUnwritten(seen.slot()).ifPresent(this::write);
    }
  }

  /** What has become of it is to be found out at once. */
  private void write(Draft draft) {
    if (drafts.write(draft.with(attempts.dueNow(draft.attempt())))) {
      probe.at(Step.WRITTEN);
    }
  }

  private boolean isLeft(Draft draft) {
    return attempts.isOwn(draft.attempt())
        ? !drafts.isUnderWay(draft)
        : attempts.isFree(draft.attempt());
  }
}
