package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Outcome;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.IdSource;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.IdTime;
import florin.db.Write;
import florin.idempotency.Given;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Once;
import florin.idempotency.Once.Change;
import florin.idempotency.Origin;
import florin.payment.Attempt.Resolution;
import florin.payment.Probe.Step;
import florin.payment.RefundFinish.Settled;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What merchants do with refunds. Making one is begin, call and finish, as for a payment: the begin
 * reserves the amount, so that any number of refunds of one payment may be under way at once.
 *
 * <p>A refund is sent under one reference only, ever. A repeated request may send it again under
 * that same reference, which the network carries out once; recovery only asks what became of it.
 */
public final class Refunds {
  /** How long a refund tries to begin while others are changing its payment. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Of more, a list tells. */
  private static final int MAX_SHOWN = 100;

  static final Ask ASK = (connector, _, attempt) -> Ask.followUp(connector, attempt);

  private final Connectors connectors;
  private final GroupCommit commits;
  private final PaymentStore payments;
  private final RefundStore store;
  private final AttemptStore attemptStore;
  private final Once once;
  private final Idempotency idempotency;
  private final Repeats repeats;
  private final Attempts attempts;
  private final RefundFinish finish;
  private final RefundEvents events;
  private final Turns turns;
  private final IdSource ids;
  private final InstantSource clock;
  private final Probe probe;

  Refunds(
      Connectors connectors,
      GroupCommit commits,
      PaymentStore payments,
      RefundStore store,
      AttemptStore attemptStore,
      Once once,
      Idempotency idempotency,
      Repeats repeats,
      Attempts attempts,
      RefundFinish finish,
      RefundEvents events,
      Turns turns,
      IdSource ids,
      InstantSource clock,
      Probe probe) {
    this.connectors = connectors;
    this.commits = commits;
    this.payments = payments;
    this.store = store;
    this.attemptStore = attemptStore;
    this.once = once;
    this.idempotency = idempotency;
    this.repeats = repeats;
    this.attempts = attempts;
    this.finish = finish;
    this.events = events;
    this.turns = turns;
    this.ids = ids;
    this.clock = clock;
    this.probe = probe;
  }

  /**
   * Gives money back. Under an idempotency key that was used before, the answer of then.
   *
   * @param missing what to refuse with when there is no such payment
   */
  public Given create(Realm realm, Origin origin, CreateRefund command, Supplier<Refusal> missing) {
    Optional<Claim> claim = idempotency.claim(realm, origin);
    Optional<Given> before = repeats.find(claim, origin, ASK);
    if (before.isPresent()) {
      return before.get();
    }
    Payment payment = payments.find(realm, command.payment()).orElseThrow(missing);
    Connector connector = connectors.find(payment.connector()).orElseThrow(FollowUps::noConnector);
    Optional<Begun> begun;
    try {
      begun = turns.inTurn(payment.id(), PATIENCE, () -> begin(payment, claim, origin, command));
    } catch (Refusal refusal) {
      return repeats.refuse(claim, origin, ASK, payment.id(), refusal);
    }
    return begun.isPresent()
        ? callAndFinish(origin, claim, begun.get(), connector)
        : repeats.answer(claim.orElseThrow(), origin, ASK);
  }

  public Optional<Refund> find(Realm realm, RefundId id) {
    return store.find(realm, id);
  }

  /** A page of refunds, newest first. */
  public Page<Refund> list(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Refund.Status> status,
      IdTime.Span created,
      PageRequest page) {
    return store.list(realm, payment, status, created, page);
  }

  /** What was given back of a payment, oldest first; of very many, the first. */
  public List<Refund> listSucceeded(Payment payment) {
    return payment.state().amounts().refunded().isZero()
        ? List.of()
        : store.listSucceeded(payment.realm(), payment.id(), MAX_SHOWN);
  }

  /**
   * Changes what is said about a refund, whatever its state.
   *
   * @param missing what to refuse with when there is no such refund
   */
  public Given update(
      Realm realm, RefundId id, Origin origin, MetadataChange change, Supplier<Refusal> missing) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          Refund before = store.find(realm, id).orElseThrow(missing);
          Map<String, String> metadata = change.applyTo(before.metadata());
          if (metadata.equals(before.metadata())) {
            return new Change(id.uuid(), List.of(), RefundView.answer(before));
          }
          RefundMove move = RefundMachine.described(before, metadata);
          var writes = new ArrayList<Write>();
          writes.add(RefundStore.update(move.refund()));
          writes.addAll(events.of(move, Optional.of(origin.cause()), clock.instant()));
          return new Change(id.uuid(), writes, RefundView.answer(move.refund()));
        });
  }

  /** A refund that is durably begun. */
  private record Begun(Refund refund, Payment payment, Attempt attempt) {}

  /** Empty when the idempotency key is taken. */
  private Optional<Begun> begin(
      Payment found, Optional<Claim> claim, Origin origin, CreateRefund command) {
    var id = new RefundId(ids.next());
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    do {
      Payment payment = payments.get(found.realm(), found.id());
      Instant now = clock.instant();
      RefundMove move = RefundMachine.begin(payment, id, command, now);
      Attempt attempt =
          attempts.begin(
              attemptStore.getAuthorization(payment),
              move.refund(),
              claim.map(c -> c.slot().id()),
              origin.request(),
              now);
      Payment reserved = move.payment().orElseThrow().payment();
      var writes = new ArrayList<Write>();
      claim.ifPresent(c -> writes.add(Idempotency.take(c, payment.id().uuid(), now)));
      writes.add(PaymentStore.update(reserved));
      writes.add(RefundStore.insert(move.refund()));
      writes.add(AttemptStore.insert(attempt));
      writes.addAll(events.of(move, Optional.of(origin.cause()), now));
      switch (commits.commit(new Changeset(writes))) {
        case CommitResult.Committed() -> {
          return Optional.of(new Begun(move.refund(), reserved, attempt));
        }
        case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> {
          return Optional.empty();
        }
        case CommitResult.Refused _ -> {} // Somebody else was faster: what is it now?
        case CommitResult.Rejected rejected ->
            throw new IllegalStateException("the database refused a refund: " + rejected);
      }
    } while (System.nanoTime() < giveUp);
    throw FollowUps.lockTimeout(PATIENCE);
  }

  private Given callAndFinish(
      Origin origin, Optional<Claim> claim, Begun begun, Connector connector) {
    probe.at(Step.BEGUN);
    Outcome outcome = ASK.ask(connector, begun.payment(), begun.attempt());
    probe.at(Step.CALLED);
    Settled settled =
        finish.outcome(begun.attempt(), outcome, Resolution.ANSWER, Optional.of(origin.cause()));
    probe.at(Step.FINISHED);
    return settled.ours() || claim.isEmpty()
        ? Given.now(RefundView.answer(settled.refund()))
        : repeats.answer(claim.get(), origin, ASK);
  }
}
