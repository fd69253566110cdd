package florin.brake;

import florin.brake.Brake.ReleaseReason;
import florin.brake.Brake.State;
import florin.brake.BrakeStore.Engaged;
import florin.brake.RecentCards.Subject;
import florin.brake.StoppedRequests.OfRealm;
import florin.brake.StoppedRequests.Touch;
import florin.core.Id.BrakeId;
import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.idempotency.Decision;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The brakes that are engaged. A subject has one row from the first request that any node stopped
 * to its release, with one event at each end.
 */
public final class Engagements {
  /** The most brakes of an account that have events within an hour; others have none. */
  static final int MOST_TOLD_PER_HOUR = 20;

  /** The most brakes of an account that are stored within an hour; others are only counted. */
  static final int MOST_PER_HOUR = 500;

  /** How long after a release a node may still report what it stopped before. */
  private static final Duration REPORTED_LATE = BrakeJob.PAUSE_OF_REPORT.multipliedBy(3);

  private static final Duration HOUR = Duration.ofHours(1);
  private static final int EXPIRED_AT_ONCE = 100;
  private static final int WRITES_AT_ONCE = 50;

  private final BrakeStore store;
  private final GroupCommit commits;
  private final IdSource ids;
  private final InstantSource clock;

  public Engagements(BrakeStore store, GroupCommit commits, IdSource ids, InstantSource clock) {
    this.store = store;
    this.commits = commits;
    this.ids = ids;
    this.clock = clock;
  }

  /** Stores what this node has stopped for an account. */
  void store(Realm realm, OfRealm stopped) {
    Instant now = clock.instant();
    var writes = new ArrayList<Write>();
    stopped.counts().forEach(count -> writes.add(BrakeCountStore.add(realm, count, now)));
    stopped.touched.forEach(
        (subject, touch) -> stop(realm, subject, touch, now).ifPresent(writes::add));
    for (int from = 0; from < writes.size(); from += WRITES_AT_ONCE) {
      commits.commit(
          new Changeset(writes.subList(from, Math.min(from + WRITES_AT_ONCE, writes.size()))));
    }
  }

  /** Engages the brake of a subject, or returns the write that adds to the engaged one. */
  private Optional<Write> stop(Realm realm, Subject subject, Touch touch, Instant now) {
    Optional<Brake> engaged = store.findEngaged(realm, subject.kind(), subject.value());
    if (engaged.isEmpty()
        && store.wasReleased(realm, subject.kind(), subject.value(), now.minus(REPORTED_LATE))) {
      return Optional.empty(); // what was stopped before the release engages nothing anew
    }
    if (engaged.isEmpty() && engage(realm, subject, touch, now)) {
      return Optional.empty();
    }
    return engaged
        .or(() -> store.findEngaged(realm, subject.kind(), subject.value()))
        .map(brake -> BrakeStore.stop(brake(realm, brake.id(), subject, touch, false, now)));
  }

  /** Returns whether this node has engaged it, or the account has too many. */
  private boolean engage(Realm realm, Subject subject, Touch touch, Instant now) {
    Engaged latest = store.countSince(realm, now.minus(HOUR), MOST_PER_HOUR);
    if (latest.brakes() >= MOST_PER_HOUR) {
      return true;
    }
    boolean isTold = latest.told() < MOST_TOLD_PER_HOUR;
    Brake brake = brake(realm, new BrakeId(ids.next()), subject, touch, isTold, now);
    var writes = new ArrayList<Write>(List.of(BrakeStore.engage(brake)));
    if (isTold) {
      writes.add(EventLog.append(event(brake, EventType.BRAKE_ENGAGED, Optional.empty(), now)));
    }
    return commits.commit(new Changeset(writes)) instanceof CommitResult.Committed;
  }

  private static Brake brake(
      Realm realm, BrakeId id, Subject subject, Touch touch, boolean isTold, Instant now) {
    return new Brake(
        realm,
        id,
        subject.kind(),
        subject.value(),
        now,
        new State(
            touch.strictest(),
            touch.last().declined(),
            touch.last().cards(),
            touch.requests(),
            isTold,
            touch.until(),
            Optional.empty()));
  }

  /** Returns the decision to release a brake. Releasing it again is no change. */
  public Decision<Brake> releasing(Realm realm, BrakeId id, Cause cause) {
    Brake brake = store.find(realm, id).orElseThrow(id::notFound);
    if (brake.state().release().isPresent()) {
      return Decision.untold(id.uuid(), brake, List.of(), BrakeView::of);
    }
    Instant now = clock.instant();
    Brake released = brake.released(ReleaseReason.REQUESTED, now);
    List<Write> writes = List.of(BrakeStore.release(released));
    return brake.state().isTold()
        ? Decision.told(
            released, event(released, EventType.BRAKE_RELEASED, Optional.of(cause), now), writes)
        : Decision.untold(id.uuid(), released, writes, BrakeView::of);
  }

  /** Releases the brakes whose declined cards no longer count. Returns whether there are more. */
  boolean expire() {
    Instant now = clock.instant();
    List<Brake> expired = store.listExpired(now, EXPIRED_AT_ONCE);
    for (Brake brake : expired) {
      Brake released = brake.released(ReleaseReason.EXPIRED, now);
      var writes = new ArrayList<Write>(List.of(BrakeStore.release(released)));
      if (brake.state().isTold()) {
        writes.add(
            EventLog.append(event(released, EventType.BRAKE_RELEASED, Optional.empty(), now)));
      }
      commits.commit(new Changeset(writes));
    }
    return expired.size() == EXPIRED_AT_ONCE;
  }

  private Event event(Brake brake, EventType type, Optional<Cause> cause, Instant now) {
    return new Event(
        brake.realm(),
        new EventId(ids.next()),
        type,
        brake.id().uuid(),
        type == EventType.BRAKE_ENGAGED ? 1 : 2,
        BrakeView.text(brake),
        cause,
        now);
  }
}
