package florin.payment.engine;

import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.engine.Intent.Asker;
import florin.payment.execution.Ask;
import florin.payment.execution.Dispatch;
import florin.payment.execution.Execution;
import florin.payment.execution.OperationEvents;
import florin.payment.execution.Probe;
import florin.payment.execution.Probe.Step;
import florin.payment.execution.Turns;
import florin.payment.machine.Conclusion;
import florin.payment.machine.Operation;
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
 * {@link Repeats} can continue.
 */
public final class Engine {
  /** How long a request tries to begin while other requests change the same payment. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(25);

  private final GroupCommit commits;
  private final Repeats repeats;
  private final Execution execution;
  private final OperationEvents events;
  private final PaymentViews views;
  private final Turns turns;
  private final InstantSource clock;
  private final Probe probe;

  public Engine(
      GroupCommit commits,
      Repeats repeats,
      Execution execution,
      OperationEvents events,
      PaymentViews views,
      Turns turns,
      InstantSource clock,
      Probe probe) {
    this.commits = commits;
    this.repeats = repeats;
    this.execution = execution;
    this.events = events;
    this.views = views;
    this.turns = turns;
    this.clock = clock;
    this.probe = probe;
  }

  /** Runs the operation. If the idempotency key was used before, returns the earlier response. */
  public Result<Conclusion> run(Realm realm, Origin origin, Intent intent) {
    probe.at(Step.RECEIVED);
    Optional<Claim> claim = repeats.claim(realm, origin);
    Optional<PaymentId> payment = intent.payment();
    if (payment.isPresent()) {
      // The first request may have moved the payment to the status that now forbids the
      // repetition.
      Optional<Result<Conclusion>> before = repeats.find(claim, origin, intent.ask());
      if (before.isPresent()) {
        return before.get();
      }
    }
    Optional<Beginning> begun;
    try {
      begun = begin(claim, origin, intent);
    } catch (Refusal refusal) {
      return payment.isPresent()
          ? repeats.refuse(claim, origin, intent.ask(), payment.get(), refusal)
          : repeats.find(claim, origin, intent.ask()).orElseThrow(() -> refusal);
    }
    if (begun.isEmpty()) {
      return repeats
          .answer(claim.orElseThrow(), origin, intent.ask())
          .orElseGet(() -> run(realm, origin, intent)); // it had expired, at most once a day
    }
    Transition transition = begun.get().transition();
    return call(begun.get())
        .map(call -> finish(call, claim, origin, intent.ask()))
        .orElseGet(() -> Result.now(new Conclusion(transition.after(), transition.failure())));
  }

  private Result<Conclusion> finish(Dispatch call, Optional<Claim> claim, Origin origin, Ask ask) {
    return carryOut(call, ask, origin)
        .map(Result::now)
        .orElseGet(() -> repeats.byAnother(call.attempt(), claim, origin, ask));
  }

  private Optional<Conclusion> carryOut(Dispatch call, Ask ask, Origin origin) {
    try {
      return execution.carryOut(call, ask, Optional.of(origin.cause()));
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
  private Optional<Beginning> begin(Optional<Claim> claim, Origin origin, Intent intent) {
    return intent.operation().isSideBySide()
        ? turns.inTurn(
            intent.payment().orElseThrow(),
            PATIENCE,
            () -> beginWithPatience(claim, origin, intent))
        : beginWithPatience(claim, origin, intent);
  }

  private Optional<Beginning> beginWithPatience(
      Optional<Claim> claim, Origin origin, Intent intent) {
    var asker = new Asker(origin, claim.map(c -> c.slot().id()));
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    do {
      Instant now = clock.instant();
      Optional<Beginning> beginning = intent.decision().decide(asker, now);
      if (beginning.isEmpty()) {
        LockSupport.parkNanos(PAUSE.toNanos());
        continue;
      }
      CommitResult result = commit(claim, origin, beginning.get(), intent.payment().isEmpty(), now);
      switch (result) {
        case CommitResult.Committed() -> {
          return beginning;
        }
        case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> {
          return Optional.empty();
        }
        case CommitResult.Refused _ ->
            intent.decision().requireAnew(result); // another request was faster
        case CommitResult.Rejected rejected -> {
          intent.decision().requireAnew(result);
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
      Optional<Claim> claim, Origin origin, Beginning beginning, boolean isNew, Instant now) {
    if (!beginning.room().tryEnter()) {
      throw noRoom();
    }
    boolean isDone = false;
    try {
      CommitResult result = commits.commit(changeset(claim, origin, beginning, isNew, now));
      isDone = result instanceof CommitResult.Committed;
      return result;
    } finally {
      if (!isDone) {
        beginning.room().leave();
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
  private Optional<Dispatch> call(Beginning begun) {
    return begun
        .attempt()
        .map(attempt -> execution.begun(begun.transition().after(), attempt, begun.connector()));
  }

  /**
   * Returns the changeset of the beginning. The claim of the idempotency key comes first, so the
   * database checks it first.
   */
  private Changeset changeset(
      Optional<Claim> claim, Origin origin, Beginning beginning, boolean isNew, Instant now) {
    var writes = new ArrayList<Write>();
    claim.ifPresent(c -> writes.add(claim(c, origin, beginning, now)));
    writes.addAll(beginning.besides());
    writes.addAll(Stores.beginning(beginning.transition(), isNew, beginning.attempt()));
    writes.addAll(events.of(beginning.transition(), Optional.of(origin.cause()), now).writes());
    return new Changeset(writes);
  }

  private Write claim(Claim claim, Origin origin, Beginning beginning, Instant now) {
    Transition transition = beginning.transition();
    UUID payment = transition.after().payment().id().uuid();
    return beginning.attempt().isPresent()
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
