package florin.payment.refund;

import florin.connector.Inquiry;
import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Id.RefundId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.engine.DuplicateRequests;
import florin.payment.engine.Engine;
import florin.payment.execution.FinalCommit;
import florin.payment.execution.InFlightOperation;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Refund;
import florin.payment.recovery.Recovery;
import florin.payment.store.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The cancel of a refund that the network does not have. Its process died before it was sent, its
 * arrival is unknown, or its connector has it and has not sent it yet.
 *
 * <p>Only the network can tell whether it was sent, so Florin asks. If the network responds
 * `Absent`, it closes the reference, and rejects a message that is still in flight. The attempt is
 * taken first, so that no other process can finish it in another way. Then the refund is canceled.
 * In every other case it is finished as the network reports it, and the cancellation is rejected.
 */
public final class RefundCancel {
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final Stores stores;
  private final Idempotency idempotency;
  private final DuplicateRequests duplicates;
  private final Recovery recovery;
  private final FinalCommit finalCommit;
  private final RefundWithdrawals withdrawals;

  /**
   * The refunds that their connector has and has not sent yet, so that they can still be canceled.
   */
  @FunctionalInterface
  public interface RefundWithdrawals {
    /**
     * Returns the writes that withdraw a refund, in the commit that cancels it. They only succeed
     * if the refund has not been sent in the meantime. Returns empty if it has been sent, or that
     * is unknown.
     *
     * @param attempt the pending attempt that carries the refund out
     */
    Optional<List<Write>> find(Attempt attempt);
  }

  public RefundCancel(
      Stores stores,
      Idempotency idempotency,
      DuplicateRequests duplicates,
      Recovery recovery,
      FinalCommit finalCommit,
      RefundWithdrawals withdrawals) {
    this.stores = stores;
    this.idempotency = idempotency;
    this.duplicates = duplicates;
    this.recovery = recovery;
    this.finalCommit = finalCommit;
    this.withdrawals = withdrawals;
  }

  public Result<Refund> cancel(Caller caller, RefundId id, Origin origin) {
    Optional<Claim> claim = idempotency.claim(caller.realm(), origin);
    Optional<Result<OperationResult>> before =
        duplicates.find(claim, origin, NetworkCall.BY_ATTEMPT);
    if (before.isPresent()) {
      return replay(caller.realm(), id, before.get());
    }
    Refund refund = stores.refunds().find(caller.realm(), id).orElseThrow(id::notFound);
    try {
      return run(refund, claim, origin);
    } catch (Refusal refusal) {
      return replay(
          caller.realm(),
          id,
          duplicates.refuse(claim, origin, NetworkCall.BY_ATTEMPT, refund.payment(), refusal));
    }
  }

  private Result<Refund> replay(Realm realm, RefundId id, Result<OperationResult> result) {
    return result.narrow(_ -> stores.refunds().find(realm, id));
  }

  private Result<Refund> run(Refund found, Optional<Claim> claim, Origin origin) {
    long giveUp = System.nanoTime() + Engine.PATIENCE.toNanos();
    while (System.nanoTime() < giveUp) {
      Refund refund = stores.refunds().get(found.realm(), found.id());
      requirePending(refund);
      requireOurs(refund);
      Attempt attempt = stores.attempts().getOf(refund);
      if (attempt.progress() == Progress.PENDING) {
        requireWithdrawable(attempt);
      }
      Optional<Refund> canceled =
          recovery
              .take(attempt)
              .flatMap(recovery::call)
              .flatMap(call -> tryOnce(call, claim, origin));
      if (canceled.isPresent()) {
        return Result.now(canceled.get());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw Engine.lockTimeout();
  }

  /**
   * Tries to cancel. Returns empty if the refund can't be canceled now; its status then shows why,
   * or will soon.
   */
  private Optional<Refund> tryOnce(InFlightOperation call, Optional<Claim> claim, Origin origin) {
    if (call.attempt().progress() == Progress.PENDING) {
      return withdrawals
          .find(call.attempt())
          .flatMap(withdrawal -> canceled(call, claim, withdrawal, origin));
    }
    Inquiry inquiry = recovery.inquire(call);
    if (!(inquiry instanceof Inquiry.Absent)) {
      recovery.learn(call, inquiry);
      return Optional.empty();
    }
    return canceled(call, claim, List.of(), origin);
  }

  private Optional<Refund> canceled(
      InFlightOperation call, Optional<Claim> claim, List<Write> withdrawal, Origin origin) {
    return finalCommit
        .refundCanceled(call, origin.cause(), claim, withdrawal)
        .flatMap(concluded -> concluded.subject().refund());
  }

  /**
   * Checks before the attempt is taken, so that a process that has sent the refund can still finish
   * it.
   */
  private void requireWithdrawable(Attempt attempt) {
    if (withdrawals.find(attempt).isEmpty()) {
      throw unexpected("The refund was sent, and its outcome is not known yet.");
    }
  }

  private static void requirePending(Refund refund) {
    if (refund.status() != Refund.Status.PENDING) {
      throw unexpected("The refund is %s.".formatted(refund.status().text()));
    }
  }

  private static void requireOurs(Refund refund) {
    if (refund.providerId().isPresent()) {
      throw unexpected("The refund was created at the provider. Cancel it there.");
    }
  }

  private static Refusal unexpected(String state) {
    return new Problem.BadRequest(
            ErrorCode.REFUND_UNEXPECTED_STATE,
            state + " Only a refund that is pending and not yet sent can be canceled.")
        .refusal();
  }
}
