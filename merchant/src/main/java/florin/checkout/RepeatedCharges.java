package florin.checkout;

import florin.checkout.CheckoutSession.Status;
import florin.core.ErrorCode;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentId;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.payment.Payments.Repetition;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The charges without the payer that repeat a declined one. Each is a try of the session on which
 * the payer can pay, so at most one of them and of the payer's payments succeeds. A session that
 * has expired opens again, so that the payer can pay if this charge is declined too.
 */
public final class RepeatedCharges implements Repetition {
  private final CheckoutSessionStore store;
  private final BiFunction<Realm, PaymentId, Optional<Payment>> payments;

  /**
   * Creates the hook.
   *
   * @param payments finds a payment
   */
  public RepeatedCharges(
      CheckoutSessionStore store, BiFunction<Realm, PaymentId, Optional<Payment>> payments) {
    this.store = store;
    this.payments = payments;
  }

  @Override
  public List<Write> writes(Payment begun, Instant now) {
    CheckoutSessionId id = CheckoutSession.recoveryOf(begun.firstCharge());
    CheckoutSession session = store.find(begun.realm(), id).orElseThrow(id::notFound);
    requirePayable(session);
    return List.of(CheckoutSessionStore.reopen(session.reopened(Optional.of(begun.id()), now)));
  }

  private void requirePayable(CheckoutSession session) {
    if (session.status() == Status.COMPLETE) {
      throw refused(session, "is complete: the declined payment has been paid");
    }
    Optional<Payment> last =
        session.payment().flatMap(payment -> payments.apply(session.realm(), payment));
    if (last.filter(payment -> !Tries.isOver(payment)).isPresent()) {
      throw refused(session, "has a payment in progress (%s)".formatted(last.get().id()));
    }
    if (session.state().tries() >= CheckoutSession.MAX_TRIES) {
      throw refused(session, "has no attempt left");
    }
  }

  private static Refusal refused(CheckoutSession session, String fact) {
    return new Problem.BadRequest(
            ErrorCode.CHECKOUT_SESSION_UNEXPECTED_STATE,
            "The checkout session %s %s. Nothing was charged.".formatted(session.id(), fact))
        .refusal();
  }
}
