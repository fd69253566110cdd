package florin.payment.view;

import florin.connector.ThreeDSecure;
import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.SetupId;
import florin.http.Json.OmitWhenNull;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.view.PaymentView.FailureView;
import florin.payment.view.PaymentView.OutcomeView;
import florin.paymentmethod.PaymentMethodView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A setup as the API shows it, field by field.
 *
 * @param usage how the merchant can charge the payment method once it is saved
 * @param mandate the mandate that the payer gave with it, once it has succeeded
 * @param risk null unless the request reads the setup
 */
public record SetupView(
    SetupId id,
    String object,
    Status status,
    Currency currency,
    Optional<CustomerId> customer,
    PaymentMethodView paymentMethod,
    Usage usage,
    Optional<MandateId> mandate,
    Map<String, String> metadata,
    Optional<FailureView> failure,
    OutcomeView outcome,
    Optional<Instant> canceledAt,
    Optional<CancellationReason> cancellationReason,
    Optional<NextActionView> nextAction,
    Optional<ThreeDSecure> threeDSecure,
    @OmitWhenNull @Nullable RiskView risk,
    Instant created,
    boolean livemode) {

  /** Whether the payer agrees to charges while absent. */
  enum Usage {
    ON_SESSION,
    OFF_SESSION
  }

  static SetupView of(Payment setup, Optional<NextActionView> nextAction, Optional<RiskView> risk) {
    Payment.State state = setup.state();
    return new SetupView(
        new SetupId(setup.id().uuid()),
        "setup",
        state.status(),
        setup.terms().amount().currency(),
        setup.terms().customer(),
        PaymentView.method(setup),
        setup.method().consent().isPresent() ? Usage.OFF_SESSION : Usage.ON_SESSION,
        setup.mandateOfSetup(),
        setup.terms().metadata(),
        state.failure().map(PaymentView::failure),
        OutcomeView.of(setup.connector(), state),
        state.canceled(),
        state.canceled().isPresent() ? state.cancellationReason() : Optional.empty(),
        nextAction,
        state.authentication().result(),
        risk.orElse(null),
        setup.created(),
        setup.realm().isLive());
  }
}
