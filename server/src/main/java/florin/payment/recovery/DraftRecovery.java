package florin.payment.recovery;

import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
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
 * The scan for drafts whose process died. It writes their payments as they began; {@link Recovery}
 * then finds out their outcomes.
 *
 * <p>Each draft is read about once. Before the oldest unwritten draft, and before the oldest
 * running transaction, no unwritten draft is left or will appear. The position is stored for the
 * next start.
 */
public final class DraftRecovery {
  /** The most drafts that one scan returns, including those that are in flight on any node. */
  static final int MAX_AT_ONCE = 1_000;

  /** How often the position is stored. A start scans again what came after the stored position. */
  private static final Duration MARK_EVERY = Duration.ofSeconds(10);

  /**
   * The pause between two scans, as a multiple of the time that a scan takes. During a long
   * transaction, a backup for example, each scan reads all drafts since that transaction began.
   */
  private static final int SHARE = 20;

  private static final Duration LONGEST_REST = Duration.ofSeconds(30);

  /**
   * How far the scan goes back if the database's clock was set back, to include drafts between two
   * scans.
   */
  private static final Duration SET_BACK = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(DraftRecovery.class);

  private final DraftStore store;
  private final Attempts attempts;
  private final Drafts drafts;
  private final Probe probe;

  /** Only the recovery loop's thread uses this field. */
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

  /** Scans the drafts since the last scan. After a slow scan it waits first. */
  void round() {
    if (System.nanoTime() - next >= 0) {
      look();
    }
  }

  private void look() {
    long begun = System.nanoTime();
    Horizon horizon = store.horizon();
    if (!horizon.started().equals(started)) {
      // Another PostgreSQL server responds than before, which may lack the last server's newest
      // data.
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
   * next one. It tries this one again in the next round. The scan ends if the database is down.
   */
  private void tryIfLeft(Draft draft) {
    try {
      writeIfLeft(draft);
    } catch (DatabaseUnavailableException | CommitUnknownException away) {
      store.requireDatabase();
      LOG.warn("the draft of {} could not be written yet", draft.payment().id(), away);
    } catch (RuntimeException failed) {
      store.requireDatabase();
      LOG.error("the draft of {} could not be written", draft.payment().id(), failed);
    }
  }

  /**
   * Writes the payment of the draft in this idempotency record, if the process that began it is
   * gone.
   */
  public void writeIfLeft(Slot slot) {
    store.findUnwritten(slot).ifPresent(this::writeIfLeft);
  }

  /**
   * Reads the draft again before writing it, because an in-flight draft may have just been written.
   */
  private void writeIfLeft(Draft seen) {
    if (isLeft(seen)) {
      store.findUnwritten(seen.slot()).ifPresent(this::write);
    }
  }

  /** Writes the payment as it began, with an attempt that is due immediately. */
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
