package florin.payment.view;

import florin.connector.Checks;
import florin.connector.ConnectorName;
import florin.connector.OffSessionReason;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecure;
import florin.core.Advice;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.AttemptId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Retry;
import florin.http.Json.OmitWhenNull;
import florin.mandate.MandateUse.OffSession;
import florin.payment.machine.Amounts;
import florin.payment.machine.AtProvider;
import florin.payment.machine.AtProvider.DisputedMoney;
import florin.payment.machine.Attempt;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Failure;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.NetworkResult;
import florin.payment.machine.Status;
import florin.payment.view.PaymentFees.FeeAmount;
import florin.payment.view.PaymentFees.PaymentFee;
import florin.paymentmethod.PaymentMethodView;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the API shows it, field by field.
 *
 * @param reason of a charge while the payer was absent
 * @param mandate the mandate of such a charge
 * @param recovers the first declined charge that this one repeats
 * @param recoveryUrl the page on which the payer can pay instead, if the issuer asks for the payer
 * @param fee only for requests that read payments
 * @param net the captured amount less the fee, likewise
 * @param risk the decisions of the brake, likewise; null if there were none
 * @param retry of a declined card whose scheme limits attempts, likewise
 */
public record PaymentView(
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
    PaymentMethodView paymentMethod,
    Optional<?> customer,
    Optional<String> description,
    Map<String, String> metadata,
    Optional<String> receiptEmail,
    Optional<String> receiptUrl,
    Optional<String> clientSecret,
    Optional<String> statementDescriptor,
    Optional<FailureView> failure,
    Optional<ChecksView> checks,
    OutcomeView outcome,
    Optional<Instant> capturedAt,
    Optional<Instant> canceledAt,
    Optional<CancellationReason> cancellationReason,
    Optional<NextActionView> nextAction,
    Optional<ThreeDSecure> threeDSecure,
    Initiator initiatedBy,
    @OmitWhenNull @Nullable OffSessionReason reason,
    @OmitWhenNull @Nullable MandateId mandate,
    @OmitWhenNull @Nullable PaymentId recovers,
    @OmitWhenNull @Nullable String locale,
    @OmitWhenNull @Nullable String recoveryUrl,
    Optional<DisputeView> dispute,
    Optional<FeeAmount> fee,
    Optional<FeeAmount> net,
    @OmitWhenNull @Nullable RiskView risk,
    @OmitWhenNull @Nullable Retry retry,
    Instant created,
    boolean livemode,
    @OmitWhenNull @Nullable List<AttemptView> attempts) {

  /**
   * An attempt: the requested operation, its outcome, and how Florin learned it.
   *
   * @param amountApproved only if the network approved another amount than requested
   */
  public record AttemptView(
      AttemptId id,
      String object,
      Operation operation,
      Optional<RefundId> refund,
      Attempt.Progress status,
      long amount,
      @OmitWhenNull @Nullable Long amountApproved,
      @OmitWhenNull @Nullable Currency currencyApproved,
      Optional<String> networkResponseCode,
      Optional<Attempt.Resolution> resolvedBy,
      Optional<RequestId> request,
      Instant created,
      Optional<Instant> resolvedAt,
      boolean livemode) {
    public static AttemptView of(Attempt attempt) {
      return new AttemptView(
          attempt.id(),
          "attempt",
          attempt.operation(),
          attempt.refund(),
          attempt.progress(),
          attempt.amount().minor(),
          attempt.state().amountApproved().map(Money::minor).orElse(null),
          attempt.state().amountApproved().map(Money::currency).orElse(null),
          attempt.state().completion().flatMap(Attempt.Completion::responseCode),
          attempt.state().completion().map(Attempt.Completion::by),
          attempt.request(),
          attempt.created(),
          attempt.state().completion().map(Attempt.Completion::at),
          attempt.realm().isLive());
    }
  }

  record FailureView(
      ErrorCode code, Optional<DeclineCode> declineCode, String message, Optional<Advice> advice) {}

  record ChecksView(Checks.Check cvc, Checks.Check addressLine1, Checks.Check addressPostalCode) {}

  /**
   * The outcome of a payment at its network.
   *
   * @param connector the kind of connector
   * @param connectorId only for a connector that the merchant has set up
   * @param providerIds the provider's identifiers, by the provider's names; only if it has reported
   *     them
   * @param providerUrl the page of the payment in the provider's dashboard; only if it has reported
   *     it
   */
  record OutcomeView(
      Optional<String> networkResponseCode,
      String connector,
      @OmitWhenNull @Nullable String connectorId,
      @OmitWhenNull @Nullable Map<String, String> providerIds,
      @OmitWhenNull @Nullable String providerUrl,
      Optional<RiskLevel> riskLevel) {
    static OutcomeView of(ConnectorName connector, Payment.State state) {
      return new OutcomeView(
          state.networkResult().responseCode(),
          connector.kind(),
          connector.isOfRealm() ? connector.id() : null,
          state.provider().map(AtProvider::ids).filter(ids -> !ids.isEmpty()).orElse(null),
          state.provider().flatMap(AtProvider::page).map(URI::toString).orElse(null),
          state.networkResult().riskLevel());
    }
  }

  /**
   * The dispute of a payment that counts.
   *
   * @param id the provider's identifier
   * @param amount the disputed amount, all of the payment or a part
   * @param reason in the provider's words
   * @param amountHeld the amount that the provider holds for all disputes of the payment
   * @param amountLost the amount that the payer got back by all disputes of the payment
   */
  record DisputeView(
      Optional<String> id,
      DisputeStatus status,
      Optional<Long> amount,
      String reason,
      Optional<Instant> dueBy,
      long amountHeld,
      long amountLost) {
    static DisputeView of(ProviderDispute dispute, DisputedMoney disputed) {
      return new DisputeView(
          dispute.id(),
          dispute.status(),
          dispute.amount().map(Money::minor),
          dispute.reason(),
          dispute.dueBy(),
          disputed.held().map(Money::minor).orElse(0L),
          disputed.lost().map(Money::minor).orElse(0L));
    }
  }

  /** The party that began the payment. */
  enum Initiator {
    PAYER,
    MERCHANT
  }

  /** The facts that only requests which read payments show. */
  public record ReadFacts(
      Optional<PaymentFee> fee, Optional<RiskView> risk, Optional<Retry> retry) {
    public static final ReadFacts NONE =
        new ReadFacts(Optional.empty(), Optional.empty(), Optional.empty());
  }

  public static PaymentView of(
      Payment payment,
      Optional<NextActionView> nextAction,
      Optional<String> recoveryUrl,
      Optional<String> receiptUrl,
      Optional<String> clientSecret,
      Optional<?> customer,
      ReadFacts facts,
      @Nullable List<AttemptView> attempts) {
    Payment.PaymentTerms terms = payment.terms();
    Payment.State state = payment.state();
    Amounts amounts = state.amounts();
    NetworkResult networkResult = state.networkResult();
    Optional<OffSession> offSession = payment.method().offSession();
    return new PaymentView(
        payment.id(),
        "payment",
        terms.amount().minor(),
        amounts.capturable().minor(),
        amounts.captured().minor(),
        amounts.refunded().minor(),
        amounts.isRefunded(),
        terms.amount().currency(),
        state.status(),
        terms.captureMethod(),
        method(payment),
        customer,
        terms.description(),
        terms.metadata(),
        terms.receiptEmail(),
        receiptUrl,
        clientSecret,
        terms.statementDescriptor(),
        state.failure().map(PaymentView::failure),
        networkResult.checks().map(PaymentView::checks),
        OutcomeView.of(payment.connector(), state),
        state.captured(),
        state.canceled(),
        state.canceled().isPresent() ? state.cancellationReason() : Optional.empty(),
        nextAction,
        state.authentication().result(),
        offSession.isPresent() ? Initiator.MERCHANT : Initiator.PAYER,
        offSession.map(OffSession::reason).orElse(null),
        offSession.map(OffSession::mandate).orElse(null),
        offSession.flatMap(OffSession::recovers).orElse(null),
        terms.locale().orElse(null),
        recoveryUrl.orElse(null),
        payment.findDispute().map(dispute -> DisputeView.of(dispute, payment.disputed())),
        facts.fee().map(PaymentFee::fee),
        facts.fee().map(PaymentFee::net),
        facts.risk().orElse(null),
        facts.retry().orElse(null),
        payment.created(),
        payment.realm().isLive(),
        attempts);
  }

  static PaymentMethodView method(Payment payment) {
    Payment.Method method = payment.method();
    return PaymentMethodView.of(
        method.id(),
        method.instrument(),
        method.billing(),
        payment.methodOwner(),
        method.created(),
        payment.realm().isLive());
  }

  static FailureView failure(Failure failure) {
    return new FailureView(
        failure.code(), failure.declineCode(), failure.message(), failure.advice());
  }

  private static ChecksView checks(Checks checks) {
    return new ChecksView(checks.cvc(), checks.addressLine1(), checks.addressPostalCode());
  }
}
