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
import florin.idempotency.Idempotency.AnswerCopy;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.RecordKey;
import florin.idempotency.Idempotency.StoredRecord;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import florin.payment.execution.Attempts;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Attempt;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Subject;
import florin.payment.recovery.Recovery;
import florin.payment.store.Stores;
import florin.payment.view.PaymentViews;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The handling of requests whose idempotency key is taken. Florin returns the stored response.
 * While the first request is in flight, Florin waits for its response. If the process of the first
 * request is gone, Florin finishes the same payment.
 */
public final class DuplicateRequests {
  /** How long a second request waits for the first. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final GroupCommit commits;
  private final Idempotency idempotency;
  private final Stores stores;
  private final Attempts attempts;
  private final Recovery recovery;
  private final PaymentViews views;
  private final InstantSource clock;

  public DuplicateRequests(
      GroupCommit commits,
      Idempotency idempotency,
      Stores stores,
      Attempts attempts,
      Recovery recovery,
      PaymentViews views,
      InstantSource clock) {
    this.commits = commits;
    this.idempotency = idempotency;
    this.stores = stores;
    this.attempts = attempts;
    this.recovery = recovery;
    this.views = views;
    this.clock = clock;
  }

  /** Returns the claim of the request's key; empty for a request without one. */
  public Optional<Claim> claim(Realm realm, Origin origin) {
    return idempotency.claim(realm, origin);
  }

  /**
   * Returns the response that is stored under the key, or waits for it. Returns empty if the key
   * was never used.
   */
  public Optional<Result<OperationResult>> find(
      Optional<Claim> claim, Origin origin, NetworkCall networkCall) {
    return claim
        .filter(c -> idempotency.find(c.key()).isPresent())
        .flatMap(c -> answer(c, origin, networkCall));
  }

  /**
   * Returns the response to the first request. Returns empty if the key is free again, because its
   * record has expired and can be claimed.
   *
   * @param networkCall the call that requests the operation anew, if the first request provably did
   *     not
   */
  Optional<Result<OperationResult>> answer(Claim claim, Origin origin, NetworkCall networkCall) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    Duration pause = FIRST_PAUSE;
    while (System.nanoTime() < giveUp) {
      Optional<StoredRecord> stored = idempotency.find(claim.key());
      if (stored.isPresent()) {
        stored.get().requireSameRequest(claim);
        var payment = new PaymentId(stored.get().resource());
        if (stored.get().answer().isPresent()) {
          return Optional.of(replay(claim.key(), payment, stored.get().answer().get()));
        }
        finishWhatWasLeft(claim.key(), payment, origin, networkCall);
      } else if (idempotency.isFree(claim.key())) {
        return Optional.empty();
      }
      LockSupport.parkNanos(pause.toNanos());
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
    throw new Problem.Conflict(
            ErrorCode.IDEMPOTENCY_KEY_IN_USE,
            "The first request with this Idempotency-Key is still being processed. Repeat this request in a moment to get the response of the first one.",
            Duration.ofSeconds(1))
        .refusal();
  }

  /**
   * Returns the result if another process resolves the attempt: the stored response, or, without a
   * key, the current state.
   */
  Result<OperationResult> byAnother(
      Attempt attempt, Optional<Claim> claim, Origin origin, NetworkCall networkCall) {
    return claim
        .flatMap(c -> answer(c, origin, networkCall))
        .orElseGet(() -> Result.now(OperationResult.of(stores.subjectOf(attempt))));
  }

  /**
   * Returns the stored response with its subject as it is now. If a refund was begun, the subject
   * includes it.
   */
  private Result<OperationResult> replay(RecordKey key, PaymentId payment, AnswerCopy answer) {
    Subject subject =
        stores
            .attempts()
            .findLatest(key, payment)
            .map(stores::subjectOf)
            .orElseGet(() -> Subject.of(stores.payments().get(key.realm(), payment)));
    return views.completed(key.realm(), payment, Result.again(OperationResult.of(subject), answer));
  }

  /**
   * Rejects a request that the payment's state forbids, and stores that response. Another rejection
   * is not stored, so that a corrected request can use the same key.
   */
  public Result<OperationResult> refuse(
      Optional<Claim> claim,
      Origin origin,
      NetworkCall networkCall,
      PaymentId payment,
      Refusal refusal) {
    if (claim.isEmpty() || !(refusal.problem() instanceof Problem.BadRequest problem)) {
      throw refusal;
    }
    AnswerCopy answer = ResultView.refused(problem, origin.request());
    Write taken = Idempotency.takeAnswered(claim.get(), payment.uuid(), answer, clock.instant());
    return switch (commits.commit(Changeset.of(taken))) {
      case CommitResult.Committed() -> throw refusal;
      case CommitResult.Refused _ ->
          answer(claim.get(), origin, networkCall).orElseThrow(() -> refusal);
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused an answer: " + rejected);
    };
  }

  /**
   * Takes the operation over if no process works on it. The response is then in the idempotency
   * record.
   */
  private void finishWhatWasLeft(
      RecordKey key, PaymentId payment, Origin origin, NetworkCall networkCall) {
    stores
        .attempts()
        .findLatest(key, payment)
        .filter(attempt -> attempt.progress().isOpen() && attempts.isFree(attempt))
        .flatMap(recovery::take)
        .ifPresent(taken -> recovery.retry(taken, origin, networkCall));
  }
}
