package florin.books;

import florin.account.SandboxClocks;
import florin.books.Payout.Status;
import florin.books.PayoutStore.Arrival;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.ErrorCode;
import florin.core.Id.EventId;
import florin.core.Id.PayoutId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Payouts: what providers report about them, and what arrives at the bank. */
public final class Payouts {
  private static final int MAX_AT_ONCE = 100;

  /** How old a match can be to be found by each look; others wait for a look at all matches. */
  private static final Duration RECENT = Duration.ofHours(1);

  /** The time between two looks at the matches of all time: each costs as much as there are. */
  private static final Duration WHOLE_LOOK = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(Payouts.class);

  private final PayoutStore store;
  private final GroupCommit commits;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;
  private final SandboxClocks clocks;
  private Instant wholeLook = Instant.EPOCH;

  public Payouts(
      PayoutStore store,
      GroupCommit commits,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock,
      SandboxClocks clocks) {
    this.store = store;
    this.commits = commits;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
    this.clocks = clocks;
  }

  /**
   * Records what a provider reports. A report that says nothing new changes nothing.
   *
   * @return the payouts by their references
   */
  Map<String, PayoutId> report(Realm realm, String connector, List<ReportedPayout> reported) {
    List<String> references = reported.stream().map(ReportedPayout::reference).distinct().toList();
    Map<String, Payout> known = byReference(store.list(realm, connector, references));
    for (ReportedPayout payout : reported) {
      Payout after =
          commit(realm, connector, payout, Optional.ofNullable(known.get(payout.reference())))
              .or(() -> commitAgain(realm, connector, payout))
              .orElseThrow(() ->
                  new IllegalStateException(
                      "a payout of %s was changed at the same time".formatted(connector)));
      known.put(payout.reference(), after);
    }
    return known.values().stream().collect(Collectors.toMap(Payout::reference, Payout::id));
  }

  /** Returns those that are known, by their references. */
  Map<String, PayoutId> find(Realm realm, String connector, List<String> references) {
    return store.list(realm, connector, references).stream()
        .collect(Collectors.toMap(Payout::reference, Payout::id));
  }

  private static Map<String, Payout> byReference(List<Payout> payouts) {
    return payouts.stream()
        .collect(Collectors.toMap(Payout::reference, Function.identity(), (one, _) -> one));
  }

  private Optional<Payout> commitAgain(Realm realm, String connector, ReportedPayout reported) {
    return commit(
        realm,
        connector,
        reported,
        store.list(realm, connector, List.of(reported.reference())).stream().findFirst());
  }

  /** Returns the payout after the report; empty if it was changed at the same time. */
  private Optional<Payout> commit(
      Realm realm, String connector, ReportedPayout reported, Optional<Payout> before) {
    Instant now = clock.instant();
    Payout after =
        before
            .map(payout -> payout.reported(reported, isSentAgain(payout, reported)))
            .orElseGet(() -> Payout.of(realm, new PayoutId(ids.next()), connector, reported, now));
    if (before.filter(after::isSame).isPresent()) {
      return before;
    }
    var writes = new ArrayList<Write>();
    writes.add(before.isPresent() ? PayoutStore.update(after) : PayoutStore.insert(after));
    event(after, before.map(Payout::status), Optional.empty(), now)
        .ifPresent(event -> writes.add(EventLog.append(event)));
    return switch (commits.commit(new Changeset(writes))) {
      case CommitResult.Committed() -> Optional.of(after);
      case CommitResult.Refused _ -> Optional.empty();
      case CommitResult.Rejected(String state, var _, var _)
          when state.equals(CommitResult.UNIQUE_VIOLATION) ->
          Optional.empty();
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database rejected a payout: " + rejected);
    };
  }

  private boolean isSentAgain(Payout payout, ReportedPayout reported) {
    return payout.status() == Status.FAILED
        && reported.status() != ReportedPayout.Status.FAILED
        && store.isSentAgain(payout);
  }

  /**
   * Counts new matches of bank entries, and closes payouts whose lines add up.
   *
   * @return whether there may be more
   */
  boolean follow() {
    Instant now = clock.instant();
    boolean isWholeLook = now.isAfter(wholeLook.plus(WHOLE_LOOK));
    List<Arrival> matches =
        store.listNewMatches(isWholeLook ? Instant.EPOCH : now.minus(RECENT), MAX_AT_ONCE);
    if (isWholeLook && matches.size() < MAX_AT_ONCE) {
      wholeLook = now;
    }
    boolean hasMoved = false;
    for (Arrival match : matches) {
      hasMoved |= clocks.within(match.realm(), () -> tryCount(match));
    }
    List<Payout> closable = store.listClosable(MAX_AT_ONCE);
    for (Payout payout : closable) {
      hasMoved |= commits.commit(Changeset.of(PayoutStore.update(payout.closed()))).isCommitted();
    }
    return hasMoved && Math.max(matches.size(), closable.size()) == MAX_AT_ONCE;
  }

  /** Counts a match. A failure does not stop the others. */
  private boolean tryCount(Arrival arrival) {
    try {
      return count(arrival);
    } catch (RuntimeException failed) {
      LOG.warn(
          "the money of {} could not be counted and will be tried again", arrival.payout(), failed);
      return false;
    }
  }

  /**
   * Counts the money of a bank entry. If a person has confirmed the payout before, the entry
   * replaces the confirmation.
   */
  private boolean count(Arrival arrival) {
    Instant now = clock.instant();
    Payout before = get(arrival.realm(), arrival.payout());
    long replaced = before.isConfirmed() ? before.arrivedAmount() : 0;
    Payout after =
        before.arrived(Math.subtractExact(arrival.amount(), replaced), arrival.account(), now);
    var writes = new ArrayList<Write>();
    writes.add(PayoutStore.update(after));
    writes.add(PayoutStore.insert(arrival));
    if (replaced != 0) {
      writes.add(PayoutStore.insert(confirmation(before, -replaced, now)));
    }
    writes.add(EventLog.append(arrived(after, Optional.empty(), now)));
    return commits.commit(new Changeset(writes)).isCommitted();
  }

  private Arrival confirmation(Payout payout, long amount, Instant now) {
    return new Arrival(payout.realm(), ids.next(), payout.id(), Optional.empty(), amount, now);
  }

  /**
   * Declares that a payout has arrived at the bank, although Florin reads no statements of that
   * account.
   *
   * @throws Refusal if money has arrived already, or the payout failed
   */
  public Result<Payout> confirm(Realm realm, PayoutId id, Origin origin) {
    return once.run(realm, origin, () -> confirm(get(realm, id), origin));
  }

  private Decision<Payout> confirm(Payout payout, Origin origin) {
    if (payout.arrivedAmount() != 0
        || payout.amount() == 0
        || (payout.status() != Status.EXPECTED && payout.status() != Status.IN_TRANSIT)) {
      throw new Problem.BadRequest(
              ErrorCode.PAYOUT_UNEXPECTED_STATE,
              "Only a payout that is expected or in transit can be confirmed, and this one is %s. Nothing was changed."
                  .formatted(payout.status().text()))
          .refusal();
    }
    Instant now = clock.instant();
    Payout after = payout.arrived(payout.amount(), Optional.empty(), now);
    Arrival arrival = confirmation(payout, payout.amount(), now);
    return Decision.told(
        after,
        arrived(after, Optional.of(origin.cause()), now),
        List.of(PayoutStore.update(after), PayoutStore.insert(arrival)));
  }

  private Payout get(Realm realm, PayoutId id) {
    return store.find(realm, id).orElseThrow(id::notFound);
  }

  /**
   * Returns the event after a bank entry: every one has an event, from which the ledger follows.
   */
  private Event arrived(Payout after, Optional<Cause> cause, Instant now) {
    return event(after, type(after.status()), cause, now);
  }

  private Optional<Event> event(
      Payout after, Optional<Status> before, Optional<Cause> cause, Instant now) {
    if (before.isEmpty()) {
      return Optional.of(event(after, EventType.PAYOUT_CREATED, cause, now));
    }
    Status status = after.status();
    boolean isNews =
        status == Status.FAILED || status == Status.ARRIVED || status == Status.DIFFERS;
    return isNews && status != before.get()
        ? Optional.of(event(after, type(status), cause, now))
        : Optional.empty();
  }

  private static EventType type(Status status) {
    return switch (status) {
      case ARRIVED -> EventType.PAYOUT_ARRIVED;
      case FAILED -> EventType.PAYOUT_FAILED;
      default -> EventType.PAYOUT_DIFFERS;
    };
  }

  private Event event(Payout after, EventType type, Optional<Cause> cause, Instant now) {
    return new Event(
        after.realm(),
        new EventId(ids.next()),
        type,
        after.id().uuid(),
        after.version(),
        PayoutView.text(after),
        cause,
        now);
  }
}
