package florin.payment.engine;

import florin.account.KeyUseStore;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Scope;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.payment.execution.Execution;
import florin.payment.execution.InFlightOperation;
import florin.payment.execution.NetworkCall;
import florin.payment.execution.OperationEvents;
import florin.payment.execution.PaymentLocks;
import florin.payment.machine.Attempt;
import florin.payment.machine.Operation;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Transition;
import florin.payment.recovery.Recovery;
import florin.payment.store.Stores;
import florin.payment.view.PaymentViews;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * The engine that carries out each {@link Operation}: begin, call, finish.
 *
 * <p>The first commit records what Florin is about to request from the network. Then Florin calls
 * the network, with no transaction open. The last commit records the outcome. If the process dies
 * in between, the first commit names an attempt that {@link Recovery} can ask about, and that
 * {@link DuplicateRequests} can continue.
 */
public final class Engine {
  /** How long a request tries to begin while other requests change the same payment. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(25);

  private final GroupCommit commits;
  private final DuplicateRequests duplicates;
  private final Execution execution;
  private final OperationEvents events;
  private final PaymentViews views;
  private final PaymentLocks locks;
  private final InstantSource clock;
  private final CrashPoint crashPoint;

  public Engine(
      GroupCommit commits,
      DuplicateRequests duplicates,
      Execution execution,
      OperationEvents events,
      PaymentViews views,
      PaymentLocks locks,
      InstantSource clock,
      CrashPoint crashPoint) {
    this.commits = commits;
    this.duplicates = duplicates;
    this.execution = execution;
    this.events = events;
    this.views = views;
    this.locks = locks;
    this.clock = clock;
    this.crashPoint = crashPoint;
  }

  /** Runs the operation. If the idempotency key was used before, returns the earlier response. */
  public Result<OperationResult> run(Realm realm, Origin origin, OperationRequest request) {
    crashPoint.at(Step.RECEIVED);
    Optional<Claim> claim = duplicates.claim(realm, origin);
    Optional<PaymentId> payment = request.payment();
    if (payment.isPresent()) {
      // The first request may have moved the payment to the status that now forbids the
      // repetition.
      Optional<Result<OperationResult>> before =
          duplicates.find(claim, origin, request.networkCall());
      if (before.isPresent()) {
        return before.get();
      }
    }
    Optional<BeginDecision> begun;
    try {
      begun = begin(claim, origin, request);
    } catch (Refusal refusal) {
      return payment.isPresent()
          ? duplicates.refuse(claim, origin, request.networkCall(), payment.get(), refusal)
          : duplicates.find(claim, origin, request.networkCall()).orElseThrow(() -> refusal);
    }
    if (begun.isEmpty()) {
      return duplicates
          .answer(claim.orElseThrow(), origin, request.networkCall())
          .orElseGet(() -> run(realm, origin, request)); // it had expired, at most once a day
    }
    Transition transition = begun.get().transition();
    return call(begun.get())
        .map(call -> finish(call, claim, origin, request.networkCall()))
        .orElseGet(() -> Result.now(new OperationResult(transition.after(), transition.failure())));
  }

  private Result<OperationResult> finish(
      InFlightOperation call, Optional<Claim> claim, Origin origin, NetworkCall networkCall) {
    return carryOut(call, networkCall, origin)
        .map(Result::now)
        .orElseGet(() -> duplicates.byAnother(call.attempt(), claim, origin, networkCall));
  }

  private Optional<OperationResult> carryOut(
      InFlightOperation call, NetworkCall networkCall, Origin origin) {
    try {
      return execution.carryOut(call, networkCall, Optional.of(origin.cause()));
    } finally {
      call.connector().room().leave();
    }
  }

  /**
   * Begins the operation. Operations that may be in flight in parallel would only conflict with
   * each other, so they use the payment's lock.
   *
   * @return empty if the idempotency key is taken
   */
  private Optional<BeginDecision> begin(
      Optional<Claim> claim, Origin origin, OperationRequest request) {
    return request.operation().isSideBySide()
        ? locks.inTurn(
            request.payment().orElseThrow(),
            PATIENCE,
            () -> beginWithPatience(claim, origin, request))
        : beginWithPatience(claim, origin, request);
  }

  private Optional<BeginDecision> beginWithPatience(
      Optional<Claim> claim, Origin origin, OperationRequest request) {
    Optional<UUID> slot = claim.map(c -> c.key().id());
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    do {
      Instant now = clock.instant();
      Optional<BeginDecision> beginning = request.decision().decide(slot, now);
      if (beginning.isEmpty()) {
        LockSupport.parkNanos(PAUSE.toNanos());
        continue;
      }
      CommitResult result = commit(claim, origin, beginning.get(), request, now);
      switch (result) {
        case CommitResult.Committed() -> {
          return beginning;
        }
        case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> {
          return Optional.empty();
        }
        case CommitResult.Refused(Write guard) when KeyUseStore.isOf(guard) ->
            throw KeyUseStore.exceeded(origin.limits(), guard);
        case CommitResult.Refused _ ->
            request.decision().requireAnew(result); // another request was faster
        case CommitResult.Rejected rejected -> {
          request.decision().requireAnew(result);
          throw new IllegalStateException("the database refused a beginning: " + rejected);
        }
      }
    } while (System.nanoTime() < giveUp);
    throw lockTimeout();
  }

  /**
   * Commits the beginning with a place in the connector's limiter, which is kept if the commit
   * succeeds.
   */
  private CommitResult commit(
      Optional<Claim> claim,
      Origin origin,
      BeginDecision decision,
      OperationRequest request,
      Instant now) {
    if (!decision.room().tryEnter()) {
      throw noRoom();
    }
    boolean isDone = false;
    try {
      CommitResult result = commits.commit(changeset(claim, origin, decision, request, now));
      isDone = result instanceof CommitResult.Committed;
      return result;
    } finally {
      if (!isDone) {
        decision.room().leave();
      }
    }
  }

  private static Refusal noRoom() {
    return new Problem.Unavailable(
            ErrorCode.CONNECTOR_UNAVAILABLE,
            "The provider of this account is slow, and the limit of concurrent calls to it is reached. Repeat the request in a moment; nothing was charged or changed.",
            Duration.ofSeconds(1))
        .refusal();
  }

  /** Returns the call that follows; empty if no network is called. */
  private Optional<InFlightOperation> call(BeginDecision begun) {
    return begun
        .attempt()
        .map(attempt -> execution.begun(begun.transition().after(), attempt, begun.connector()));
  }

  /**
   * Returns the changeset of the beginning. The claim of the idempotency key comes first, so the
   * database checks it first.
   */
  private Changeset changeset(
      Optional<Claim> claim,
      Origin origin,
      BeginDecision decision,
      OperationRequest request,
      Instant now) {
    var writes = new ArrayList<Write>();
    claim.ifPresent(c -> writes.add(claim(c, origin, decision, now)));
    writes.addAll(decision.besides());
    if (!origin.limits().list().isEmpty()) {
      writes.addAll(
          KeyUseStore.take(
              decision.transition().after().payment().realm(),
              origin.limits(),
              scope(request, decision),
              amount(decision),
              now));
    }
    writes.addAll(
        Stores.beginning(decision.transition(), request.payment().isEmpty(), decision.attempt()));
    writes.addAll(events.of(decision.transition(), Optional.of(origin.cause()), now).writes());
    return new Changeset(writes);
  }

  /** Returns the scope whose daily limits count the operation. */
  private static Scope scope(OperationRequest request, BeginDecision decision) {
    return switch (request.operation()) {
      case AUTHORIZE, RESUME ->
          decision.transition().after().payment().terms().amount().isZero()
              ? Scope.SETUPS_WRITE
              : Scope.PAYMENTS_CREATE;
      case CAPTURE -> Scope.PAYMENTS_CAPTURE;
      case CANCEL, REVERSE -> Scope.PAYMENTS_CANCEL;
      case REFUND -> Scope.REFUNDS_CREATE;
    };
  }

  private static Money amount(BeginDecision decision) {
    return decision
        .attempt()
        .map(Attempt::amount)
        .orElseGet(() -> decision.transition().after().payment().terms().amount());
  }

  private Write claim(Claim claim, Origin origin, BeginDecision decision, Instant now) {
    Transition transition = decision.transition();
    UUID payment = transition.after().payment().id().uuid();
    return decision.attempt().isPresent()
        ? Idempotency.take(claim, payment, now)
        : Idempotency.takeAnswered(
            claim, payment, views.kept(transition, Optional.empty(), origin.request()), now);
  }

  public static Refusal lockTimeout() {
    return new Problem.Conflict(
            ErrorCode.LOCK_TIMEOUT,
            "Another operation on this payment didn't finish within %d seconds. Retrieve the payment, then try again; this request changed nothing."
                .formatted(PATIENCE.toSeconds()),
            Duration.ofSeconds(1))
        .refusal();
  }
}
