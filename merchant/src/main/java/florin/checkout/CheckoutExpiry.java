package florin.checkout;

import florin.checkout.CheckoutSession.Status;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends sessions whose time is over, a bounded batch at a time. If the session's link has a limited
 * number of payments, its try ends earlier: other payers wait for its slot. A try that waits for
 * its payer is ended at the network first. If its outcome is unknown, the session waits, because it
 * may be paid. Any node does this for all sessions; a second node finds the session changed.
 */
public final class CheckoutExpiry implements AutoCloseable, DueWork {
  static final Duration PAUSE = Duration.ofSeconds(1);
  static final int MAX_AT_ONCE = 100;

  /** The delay before the next check of a session whose last try could not be ended. */
  static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

  /** The delay for a session whose payer was asked to send a bank transfer. */
  static final Duration LOOK_AT_TRANSFER = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(CheckoutExpiry.class);

  private final Db db;
  private final CheckoutSessionStore store;
  private final Tries tries;
  private final GroupCommit commits;
  private final SessionEvents events;
  private final IdSource ids;
  private final InstantSource clock;
  private final BackgroundJob job;

  public CheckoutExpiry(
      Db db,
      CheckoutSessionStore store,
      Tries tries,
      GroupCommit commits,
      CheckoutLinks links,
      IdSource ids,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.db = db;
    this.store = store;
    this.tries = tries;
    this.commits = commits;
    this.events = new SessionEvents(links, ids);
    this.ids = ids;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("checkout-expiry", PAUSE, acceptance, this::round);
  }

  @Override
  public void close() {
    job.close();
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return store.findNextDue(realm);
  }

  @Override
  public void runDue(Realm realm) {
    round();
  }

  private boolean round() {
    List<CheckoutSession> due = store.listDue(clock.instant(), MAX_AT_ONCE);
    due.forEach(this::end);
    return due.size() == MAX_AT_ONCE;
  }

  private void end(CheckoutSession session) {
    try {
      if (tries.areTransferring(session)) {
        // Its payment has its own expiry.
        store.postpone(session, clock.instant().plus(LOOK_AT_TRANSFER));
        return;
      }
      tries.end(session, new RequestId(ids.next()));
      CheckoutSession now = tries.reread(session);
      if (now.status() == Status.OPEN) {
        boolean isOver = tries.areOver(now);
        if (isOver && now.isInTime(clock.instant())) {
          store.postpone(now, now.expires());
        } else if (!isOver || !expire(now)) {
          postpone(now);
        }
      }
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("{} has expired and could not be ended yet", session.id(), failed);
      tryPostpone(session);
    }
  }

  /** Postpones a session; if its row can't be written, the other sessions still end. */
  private void tryPostpone(CheckoutSession session) {
    try {
      postpone(session);
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("{} could not be postponed", session.id(), failed);
    }
  }

  private boolean expire(CheckoutSession session) {
    return commits.commit(CheckoutSessions.expiry(session, events, clock.instant()))
        instanceof CommitResult.Committed;
  }

  private void postpone(CheckoutSession session) {
    store.postpone(session, clock.instant().plus(LOOK_AGAIN));
  }
}
