package florin.payment;

import florin.account.Idempotency;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.http.CardError;
import florin.http.Json;
import florin.payment.PaymentView.AttemptView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders payments, for answers and for events alike: both show the link to the receipt. */
public final class PaymentViews {
  private final ReceiptLinks receipts;

  PaymentViews(ReceiptLinks receipts) {
    this.receipts = receipts;
  }

  PaymentView of(Payment payment) {
    return of(payment, payment.order().customer(), null);
  }

  /**
   * @param customer its id, or the customer itself where that was asked for
   * @param attempts null where they were not asked for
   */
  PaymentView of(Payment payment, Optional<?> customer, @Nullable List<AttemptView> attempts) {
    return PaymentView.of(payment, receipts.findUrl(payment), customer, attempts);
  }

  /** The payment as it is, for whoever asked for it and not for its success. */
  Idempotency.Answer shown(Payment payment) {
    return new Idempotency.Answer(200, text(payment));
  }

  String text(Payment payment) {
    return Json.text(of(payment));
  }

  /**
   * What an operation at the network answers: the payment, or the error when the operation failed.
   */
  Idempotency.Answer answer(Payment payment, Optional<Failure> failure, RequestId request) {
    return failure
        .map(f -> new Idempotency.Answer(CardError.STATUS, error(payment, f).text(request)))
        .orElseGet(() -> new Idempotency.Answer(200, text(payment)));
  }

  private static CardError error(Payment payment, Failure failure) {
    return new CardError(
        failure.code(),
        failure.message(),
        param(failure.code()),
        failure.declineCode(),
        failure.advice(),
        Optional.of(payment.id()));
  }

  /** Which field of the request is to be looked at again. */
  private static Optional<String> param(ErrorCode code) {
    return switch (code) {
      case INCORRECT_NUMBER -> Optional.of("payment_method.card.number");
      case INVALID_EXPIRY_MONTH, EXPIRED_CARD -> Optional.of("payment_method.card.exp_month");
      case INVALID_EXPIRY_YEAR -> Optional.of("payment_method.card.exp_year");
      case INVALID_CVC, INCORRECT_CVC -> Optional.of("payment_method.card.cvc");
      default -> Optional.empty();
    };
  }
}
