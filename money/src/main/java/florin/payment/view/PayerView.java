package florin.payment.view;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import java.time.Instant;
import java.util.Optional;

/** A payment as its payer's browser may see it: its status and the payer's next action. */
record PayerView(
    PaymentId id,
    String object,
    Status status,
    long amount,
    Currency currency,
    Optional<NextActionView> nextAction,
    Instant created,
    boolean livemode) {
  static PayerView of(Payment payment, Optional<NextActionView> nextAction) {
    return new PayerView(
        payment.id(),
        "payment",
        payment.status(),
        payment.terms().amount().minor(),
        payment.terms().amount().currency(),
        nextAction,
        payment.created(),
        payment.realm().isLive());
  }
}
