package florin.payment;

import florin.connector.Inquiry;
import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Id.RefundId;
import florin.core.Problem;
import florin.core.Refusal;
import florin.idempotency.Given;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Origin;
import florin.payment.Attempt.Progress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Takes a refund back while the network does not have it: its process died before it was sent, or
 * nobody knows whether it arrived.
 *
 * <p>Whether it was sent only the network can say, so it is asked. What it says is `Absent` closes
 * the reference, so a message that is still under way is refused there; and the attempt is taken
 * first, so that whoever works on it cannot finish it in another way. Then the refund is canceled.
 * In every other case it is finished as the network has it, and the cancellation is refused.
 */
public final class RefundCancel {
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final Stores stores;
  private final Idempotency idempotency;
  private final Repeats repeats;
  private final Recovery recovery;
  private final Finish finish;
  private final InstantSource clock;

  RefundCancel(
      Stores stores,
      Idempotency idempotency,
      Repeats repeats,
      Recovery recovery,
      Finish finish,
      InstantSource clock) {
    this.stores = stores;
    this.idempotency = idempotency;
    this.repeats = repeats;
    this.recovery = recovery;
    this.finish = finish;
    this.clock = clock;
  }

  /**
   * @param missing what to refuse with when there is no such refund
   */
  public Given cancel(Caller caller, RefundId id, Origin origin, Supplier<Refusal> missing) {
    Optional<Claim> claim = idempotency.claim(caller.realm(), origin);
    Optional<Given> before = repeats.find(claim, origin, Ask.BY_ATTEMPT);
    if (before.isPresent()) {
      return before.get();
    }
    Refund refund = stores.refunds().find(caller.realm(), id).orElseThrow(missing);
    try {
      return run(refund, claim, origin);
    } catch (Refusal refusal) {
      return repeats.refuse(claim, origin, Ask.BY_ATTEMPT, refund.payment(), refusal);
    }
  }

  private Given run(Refund found, Optional<Claim> claim, Origin origin) {
    long giveUp = System.nanoTime() + Engine.PATIENCE.toNanos();
    while (System.nanoTime() < giveUp) {
      Refund refund = stores.refunds().get(found.realm(), found.id());
      Attempt attempt = stores.attempts().getOf(refund);
      requireUnsent(refund, attempt);
      Optional<Given> canceled =
          recovery
              .take(attempt)
              .flatMap(recovery::call)
              .flatMap(call -> tryOnce(call, claim, origin));
      if (canceled.isPresent()) {
        return canceled.get();
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw Engine.lockTimeout();
  }

  /** Empty when it could not be canceled now; the refund then says why, or soon. */
  private Optional<Given> tryOnce(Call call, Optional<Claim> claim, Origin origin) {
    Inquiry inquiry = recovery.inquire(call);
    if (!(inquiry instanceof Inquiry.Absent)) {
      recovery.learn(call, inquiry);
      return Optional.empty();
    }
    Settled settled =
        finish.refundCanceled(
            call,
            origin.cause(),
            refund ->
                claim
                    .map(c ->
                        Idempotency.takeAnswered(
                            c, refund.payment().uuid(), RefundView.answer(refund), clock.instant()))
                    .map(List::of)
                    .orElse(List.of()));
    return settled.ours()
        ? Optional.of(Given.now(RefundView.answer(settled.subject().getRefund())))
        : Optional.empty();
  }

  private static void requireUnsent(Refund refund, Attempt attempt) {
    if (refund.status() != Refund.Status.PENDING) {
      throw unexpected("The refund is %s.".formatted(refund.status().text()));
    }
    if (attempt.progress() == Progress.PENDING) {
      throw unexpected("The refund has been sent, and the card's network is working on it.");
    }
  }

  private static Refusal unexpected(String state) {
    return new Problem.BadRequest(
            ErrorCode.REFUND_UNEXPECTED_STATE,
            state + " Only a refund that is pending and not yet sent can be canceled.")
        .refusal();
  }
}
