package florin.payment;

import florin.account.Idempotency;
import florin.connector.Checks;
import florin.connector.RiskLevel;
import florin.core.Advice;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.AttemptId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.RequestId;
import florin.http.CardError;
import florin.http.Json;
import florin.http.OmitWhenNull;
import florin.paymentmethod.CardSummary;
import florin.vault.Brand;
import florin.vault.Funding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A payment as the interface shows it, field by field. */
record PaymentView(
    PaymentId id,
    String object,
    long amount,
    long amountCapturable,
    long amountCaptured,
    long amountRefunded,
    boolean refunded,
    Currency currency,
    Status status,
    CaptureMethod captureMethod,
    MethodView paymentMethod,
    Optional<?> customer,
    Optional<String> description,
    Map<String, String> metadata,
    Optional<String> receiptEmail,
    Optional<String> receiptUrl,
    Optional<String> statementDescriptor,
    Optional<FailureView> failure,
    Optional<ChecksView> checks,
    OutcomeView outcome,
    Optional<Instant> capturedAt,
    Optional<Instant> canceledAt,
    Optional<String> cancellationReason,
    Instant created,
    boolean livemode,
    @OmitWhenNull @Nullable List<AttemptView> attempts) {

  /** One thing that was asked of the network: what, and what came of it and how that was learnt. */
  record AttemptView(
      AttemptId id,
      String object,
      Operation operation,
      Attempt.Progress status,
      long amount,
      Optional<String> networkResponseCode,
      Optional<Attempt.Resolution> resolvedBy,
      Optional<RequestId> request,
      Instant created,
      Optional<Instant> resolvedAt,
      boolean livemode) {
    static AttemptView of(Attempt attempt) {
      return new AttemptView(
          attempt.id(),
          "attempt",
          attempt.operation(),
          attempt.progress(),
          attempt.amount().minor(),
          attempt.state().verdict().flatMap(Attempt.Verdict::responseCode),
          attempt.state().verdict().map(Attempt.Verdict::by),
          attempt.request(),
          attempt.created(),
          attempt.state().verdict().map(Attempt.Verdict::at),
          attempt.realm().isLive());
    }
  }

  record MethodView(
      PaymentMethodId id,
      String object,
      String type,
      CardView card,
      Optional<CustomerId> customer,
      Instant created,
      boolean livemode) {}

  record CardView(
      Brand brand,
      String last4,
      int expMonth,
      int expYear,
      Funding funding,
      Optional<String> fingerprint) {
    static CardView of(CardSummary card) {
      return new CardView(
          card.brand(),
          card.last4(),
          card.expMonth(),
          card.expYear(),
          card.funding(),
          card.fingerprint());
    }
  }

  record FailureView(
      ErrorCode code, Optional<DeclineCode> declineCode, String message, Optional<Advice> advice) {}

  record ChecksView(Checks.Check cvc, Checks.Check addressLine1, Checks.Check addressPostalCode) {}

  record OutcomeView(
      Optional<String> networkResponseCode, String connector, Optional<RiskLevel> riskLevel) {}

  static PaymentView of(Payment payment) {
    return of(payment, payment.order().customer(), null);
  }

  /**
   * @param customer its id, or the customer itself where that was asked for
   * @param attempts null where they were not asked for
   */
  static PaymentView of(
      Payment payment, Optional<?> customer, @Nullable List<AttemptView> attempts) {
    Payment.Order order = payment.order();
    Payment.State state = payment.state();
    Amounts amounts = state.amounts();
    Payment.Verdict verdict = state.verdict();
    return new PaymentView(
        payment.id(),
        "payment",
        order.amount().minor(),
        amounts.capturable().minor(),
        amounts.captured().minor(),
        amounts.refunded().minor(),
        amounts.isRefunded(),
        order.amount().currency(),
        state.status(),
        order.captureMethod(),
        method(payment),
        customer,
        order.description(),
        order.metadata(),
        order.receiptEmail(),
        Optional.empty(),
        order.statementDescriptor(),
        state.failure().map(PaymentView::failure),
        verdict.checks().map(PaymentView::checks),
        new OutcomeView(verdict.responseCode(), payment.connector(), verdict.riskLevel()),
        state.captured(),
        state.canceled(),
        state.cancellationReason(),
        payment.created(),
        payment.realm().isLive(),
        attempts);
  }

  /** The payment as it is, for whoever asked for it and not for its success. */
  static Idempotency.Answer shown(Payment payment) {
    return new Idempotency.Answer(200, text(payment));
  }

  static String text(Payment payment) {
    return Json.text(of(payment));
  }

  /** What `POST /v2/payments` answers: the payment, or the error when it failed. */
  static Idempotency.Answer answer(Payment payment, RequestId request) {
    return payment
        .state()
        .failure()
        .map(failure ->
            new Idempotency.Answer(CardError.STATUS, error(payment, failure).text(request)))
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

  private static MethodView method(Payment payment) {
    return new MethodView(
        payment.instrument().id(),
        "payment_method",
        "card",
        CardView.of(payment.instrument().card()),
        payment.order().customer(),
        payment.created(),
        payment.realm().isLive());
  }

  private static FailureView failure(Failure failure) {
    return new FailureView(
        failure.code(), failure.declineCode(), failure.message(), failure.advice());
  }

  private static ChecksView checks(Checks checks) {
    return new ChecksView(checks.cvc(), checks.addressLine1(), checks.addressPostalCode());
  }
}
