package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Given;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Captures and cancels: what merchants do with a payment that is authorised. Begin, call and finish
 * as for the authorisation itself; from begin to finish the payment's `pending_operation` keeps
 * others out, and they wait for a while.
 */
public final class FollowUps {
  /** How long a call waits for the operation that is under way. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(25);

  static final Ask ASK = (connector, _, attempt) -> Ask.followUp(connector, attempt);

  private final Connectors connectors;
  private final GroupCommit commits;
  private final PaymentStore store;
  private final AttemptStore attemptStore;
  private final Idempotency idempotency;
  private final Repeats repeats;
  private final Attempts attempts;
  private final CallAndFinish callAndFinish;
  private final InstantSource clock;

  FollowUps(
      Connectors connectors,
      GroupCommit commits,
      PaymentStore store,
      AttemptStore attemptStore,
      Idempotency idempotency,
      Repeats repeats,
      Attempts attempts,
      CallAndFinish callAndFinish,
      InstantSource clock) {
    this.connectors = connectors;
    this.commits = commits;
    this.store = store;
    this.attemptStore = attemptStore;
    this.idempotency = idempotency;
    this.repeats = repeats;
    this.attempts = attempts;
    this.callAndFinish = callAndFinish;
    this.clock = clock;
  }

  /**
   * Takes the money of a manual payment; what is not taken is released.
   *
   * @param amount in the smallest unit; empty for all that can be captured
   * @param missing what to refuse with when there is no such payment
   */
  public Given capture(
      Realm realm, PaymentId id, Origin origin, OptionalLong amount, Supplier<Refusal> missing) {
    return run(
        get(realm, id, missing),
        origin,
        ASK,
        payment -> {
          Money capturable = payment.state().amounts().capturable();
          Money asked =
              amount.isPresent()
                  ? new Money(amount.getAsLong(), capturable.currency())
                  : capturable;
          return new Begun(PaymentMachine.beginCapture(payment, asked), Operation.CAPTURE, asked);
        });
  }

  /**
   * Gives up a payment that is not final.
   *
   * @param missing what to refuse with when there is no such payment
   */
  public Given cancel(
      Realm realm,
      PaymentId id,
      Origin origin,
      Optional<CancellationReason> reason,
      Supplier<Refusal> missing) {
    return run(
        get(realm, id, missing),
        origin,
        ASK,
        payment ->
            new Begun(
                PaymentMachine.beginCancel(payment, reason),
                Operation.CANCEL,
                payment.order().amount()));
  }

  /** What is about to be asked for. */
  record Begun(Move move, Operation operation, Money amount) {}

  /** Refuses, when the payment is in no state for it. */
  interface Decision {
    Begun on(Payment payment);
  }

  /**
   * The whole way of an operation on a payment that is there: waits for its turn, begins, asks,
   * finishes.
   */
  Given run(Payment found, Origin origin, Ask ask, Decision decision) {
    PaymentId id = found.id();
    Optional<Claim> claim = idempotency.claim(found.realm(), origin);
    Optional<Given> before = repeats.find(claim, origin, ask);
    if (before.isPresent()) {
      return before.get();
    }
    Payment payment = found;
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < giveUp) {
      if (payment.state().pending().isPresent()) {
        LockSupport.parkNanos(PAUSE.toNanos());
        payment = store.get(found.realm(), id);
        continue;
      }
      Begun begun;
      try {
        begun = decision.on(payment);
      } catch (Refusal refusal) {
        return repeats.refuse(claim, origin, ask, id, refusal);
      }
      Connector connector =
          connectors.find(payment.connector()).orElseThrow(FollowUps::noConnector);
      Instant now = clock.instant();
      Attempt attempt =
          attempts.begin(
              attemptStore.getAuthorization(payment),
              begun.operation(),
              begun.amount(),
              claim.map(c -> c.slot().id()),
              Optional.of(origin.request()),
              now);
      List<Write> writes = new ArrayList<>();
      claim.ifPresent(c -> writes.add(Idempotency.take(c, id.uuid(), now)));
      writes.add(PaymentStore.update(begun.move().payment()));
      writes.add(AttemptStore.insert(attempt));
      switch (commits.commit(new Changeset(writes))) {
        case CommitResult.Committed() -> {
          return callAndFinish.run(origin, claim, begun.move().payment(), attempt, connector, ask);
        }
        case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> {
          return repeats.answer(claim.orElseThrow(), origin, ask);
        }
        // Somebody else was faster: what is it now?
        case CommitResult.Refused _ -> payment = store.get(found.realm(), id);
        case CommitResult.Rejected rejected ->
            throw new IllegalStateException("the database refused a follow-up: " + rejected);
      }
    }
    throw lockTimeout(PATIENCE);
  }

  static Refusal lockTimeout(Duration waited) {
    return new Problem.Conflict(
            ErrorCode.LOCK_TIMEOUT,
            "Another operation on this payment is under way and has not ended within %d seconds. Look at the payment and try again."
                .formatted(waited.toSeconds()),
            Duration.ofSeconds(1))
        .refusal();
  }

  private Payment get(Realm realm, PaymentId id, Supplier<Refusal> missing) {
    return store.find(realm, id).orElseThrow(missing);
  }

  static Refusal noConnector() {
    return new Problem.BadRequest(
            ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
            "The connector by which this payment was authorised is not configured on this installation any more.")
        .refusal();
  }
}
