package florin.paymentmethod;

import florin.core.Caller.KeyKind;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentMethodId;
import florin.customer.CustomerView.AddressView;
import florin.http.Json;
import florin.http.Json.OmitWhenNull;
import florin.http.Json.Unwrapped;
import florin.instrument.Instrument;
import florin.instrument.Instrument.InstrumentView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payment method as the API shows it, field by field, alone or within a payment.
 *
 * @param instrument in the form of its kind; null if only its type is shown
 * @param metadata the merchant's, of the current method; absent within a payment, which shows the
 *     method as it was
 * @param mandate its latest mandate; absent if it has none, and within a payment
 */
public record PaymentMethodView(
    PaymentMethodId id,
    String object,
    Instrument.Type type,
    @Unwrapped @Nullable InstrumentView instrument,
    Optional<BillingView> billingDetails,
    Optional<CustomerId> customer,
    @OmitWhenNull @Nullable Map<String, String> metadata,
    @OmitWhenNull @Nullable MandateId mandate,
    Instant created,
    boolean livemode) {

  public record BillingView(
      Optional<String> name,
      Optional<String> email,
      Optional<String> phone,
      Optional<AddressView> address) {
    static BillingView of(BillingDetails billing) {
      return new BillingView(
          billing.name(), billing.email(), billing.phone(), billing.address().map(AddressView::of));
    }
  }

  public static PaymentMethodView of(
      PaymentMethodId id,
      Instrument instrument,
      BillingDetails billing,
      Optional<CustomerId> customer,
      Instant created,
      boolean livemode) {
    return new PaymentMethodView(
        id,
        "payment_method",
        instrument.type(),
        instrument.view().orElse(null),
        billing.isNone() ? Optional.empty() : Optional.of(BillingView.of(billing)),
        customer,
        null,
        null,
        created,
        livemode);
  }

  static PaymentMethodView of(PaymentMethod method) {
    PaymentMethodView within =
        of(
            method.id(),
            method.instrument(),
            method.billing(),
            method.customer(),
            method.created(),
            method.realm().isLive());
    return within.with(
        within.instrument(), method.metadata(), method.state().mandate().orElse(null));
  }

  /**
   * Returns the view for a kind of key. A publishable key gets no fingerprint, which would tell a
   * browser whether a card was seen before.
   */
  static PaymentMethodView of(PaymentMethod method, KeyKind kind) {
    PaymentMethodView whole = of(method);
    return kind == KeyKind.PUBLISHABLE && whole.instrument() != null
        ? whole.with(whole.instrument().forBrowser(), whole.metadata(), whole.mandate())
        : whole;
  }

  private PaymentMethodView with(
      @Nullable InstrumentView shown,
      @Nullable Map<String, String> remarks,
      @Nullable MandateId latest) {
    return new PaymentMethodView(
        id, object, type, shown, billingDetails, customer, remarks, latest, created, livemode);
  }

  static String text(PaymentMethod method) {
    return Json.text(of(method));
  }
}
