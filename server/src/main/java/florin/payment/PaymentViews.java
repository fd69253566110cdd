package florin.payment;

import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.http.CardError;
import florin.http.Json;
import florin.idempotency.Idempotency;
import florin.payment.PaymentView.AttemptView;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renders payments. Answers and events show the links to the receipt and the challenge; the client
 * secret is for the answers to whoever has the secret key, and stands in no event, which is kept
 * and sent about.
 */
public final class PaymentViews {
  private final ReceiptLinks receipts;
  private final ChallengeLinks challenges;
  private final ClientSecrets secrets;

  PaymentViews(ReceiptLinks receipts, ChallengeLinks challenges, ClientSecrets secrets) {
    this.receipts = receipts;
    this.challenges = challenges;
    this.secrets = secrets;
  }

  PaymentView of(Payment payment) {
    return of(payment, payment.order().customer(), null);
  }

  /**
   * @param customer its id, or the customer itself where that was asked for
   * @param attempts null where they were not asked for
   */
  PaymentView of(Payment payment, Optional<?> customer, @Nullable List<AttemptView> attempts) {
    return PaymentView.of(
        payment,
        nextAction(payment),
        receipts.findUrl(payment),
        Optional.of(secrets.of(payment.realm(), payment.id())),
        customer,
        attempts);
  }

  /** What a payer may see of it in a browser. */
  PayerView forPayer(Payment payment) {
    return PayerView.of(payment, nextAction(payment));
  }

  private Optional<NextActionView> nextAction(Payment payment) {
    return payment.isWaitingForPayer()
        ? Optional.of(NextActionView.redirect(page(payment), payment.order().returnUrl()))
        : Optional.empty();
  }

  /** Where the payer acts: at the provider's, or here. */
  private String page(Payment payment) {
    return payment
        .state()
        .authentication()
        .page()
        .map(URI::toString)
        .orElseGet(() -> challenges.url(payment));
  }

  /** The payment as it is, for whoever asked for it and not for its success. */
  Idempotency.Answer shown(Payment payment) {
    return new Idempotency.Answer(200, text(payment));
  }

  private String text(Payment payment) {
    return Json.text(of(payment));
  }

  /** As events tell of it, and as people may see it: without the client secret. */
  public String eventText(Payment payment) {
    return Json.text(
        PaymentView.of(
            payment,
            nextAction(payment),
            receipts.findUrl(payment),
            Optional.empty(),
            payment.order().customer(),
            null));
  }

  /**
   * What an operation at the network answers: the refund, where it is about one; else the payment,
   * or the error when the operation failed.
   */
  Idempotency.Answer answer(Subject subject, Optional<Failure> failure, RequestId request) {
    return subject
        .refund()
        .map(RefundView::answer)
        .orElseGet(() -> answer(subject.payment(), failure, request));
  }

  private Idempotency.Answer answer(Payment payment, Optional<Failure> failure, RequestId request) {
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
