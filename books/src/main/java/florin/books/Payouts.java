package florin.books;

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
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Payouts: what providers report about them, and what arrives at the bank. */
public final class Payouts {
  private static final int MAX_AT_ONCE = 100;

  private final PayoutStore store;
  private final GroupCommit commits;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  public Payouts(
      PayoutStore store,
      GroupCommit commits,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.commits = commits;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
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
          commit(realm, connector, payout, Optional.ofNullable(known.get(payout.reference())));
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

  private Payout commit(
      Realm realm, String connector, ReportedPayout reported, Optional<Payout> before) {
    Instant now = clock.instant();
    Payout after =
        before
            .map(payout -> payout.reported(reported))
            .orElseGet(() -> Payout.of(realm, new PayoutId(ids.next()), connector, reported, now));
    if (before.filter(after::isSame).isPresent()) {
      return before.get();
    }
    var writes = new ArrayList<Write>();
    writes.add(before.isPresent() ? PayoutStore.update(after) : PayoutStore.insert(after));
    event(after, before.map(Payout::status), Optional.empty(), now)
        .ifPresent(event -> writes.add(EventLog.append(event)));
    if (!commits.commit(new Changeset(writes)).isCommitted()) {
      throw new IllegalStateException(after.id() + " was changed at the same time");
    }
    return after;
  }

  /**
   * Counts new matches of bank entries, and closes payouts whose lines add up.
   *
   * @return whether there may be more
   */
  boolean follow() {
    List<Arrival> matches = store.listNewMatches(MAX_AT_ONCE);
    boolean hasMoved = false;
    for (Arrival match : matches) {
      hasMoved |= count(match);
    }
    List<Payout> closable = store.listClosable(MAX_AT_ONCE);
    for (Payout payout : closable) {
      hasMoved |= commits.commit(Changeset.of(PayoutStore.update(payout.closed()))).isCommitted();
    }
    return hasMoved && Math.max(matches.size(), closable.size()) == MAX_AT_ONCE;
  }

  private boolean count(Arrival arrival) {
    Instant now = clock.instant();
    Payout before = get(arrival.realm(), arrival.payout());
    Payout after = before.arrived(arrival.amount(), arrival.account(), now);
    return commits
        .commit(new Changeset(writes(before, after, arrival, Optional.empty(), now)))
        .isCommitted();
  }

  private List<Write> writes(
      Payout before, Payout after, Arrival arrival, Optional<Cause> cause, Instant now) {
    var writes = new ArrayList<Write>();
    writes.add(PayoutStore.update(after));
    writes.add(PayoutStore.insert(arrival));
    writes.add(EventLog.append(arrived(after, cause, now)));
    return writes;
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
    var arrival =
        new Arrival(
            payout.realm(), ids.next(), payout.id(), Optional.empty(), payout.amount(), now);
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
    return event(
        after,
        after.status() == Status.ARRIVED ? EventType.PAYOUT_ARRIVED : EventType.PAYOUT_DIFFERS,
        cause,
        now);
  }

  private Optional<Event> event(
      Payout after, Optional<Status> before, Optional<Cause> cause, Instant now) {
    if (before.isEmpty()) {
      return Optional.of(event(after, EventType.PAYOUT_CREATED, cause, now));
    }
    return after.status() == Status.FAILED && before.get() != Status.FAILED
        ? Optional.of(event(after, EventType.PAYOUT_FAILED, cause, now))
        : Optional.empty();
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
