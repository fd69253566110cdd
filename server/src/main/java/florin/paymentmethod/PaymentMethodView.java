package florin.paymentmethod;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.customer.CustomerView.AddressView;
import florin.http.Json;
import florin.http.OmitWhenNull;
import florin.idempotency.Idempotency.Answer;
import florin.vault.Brand;
import florin.vault.Funding;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payment method as the interface shows it, field by field; by itself and within a payment.
 *
 * @param metadata the merchant's, of the method as it is now: within a payment, which shows the
 *     method as it was then, there is none
 */
public record PaymentMethodView(
    PaymentMethodId id,
    String object,
    String type,
    CardView card,
    Optional<BillingView> billingDetails,
    Optional<CustomerId> customer,
    @OmitWhenNull @Nullable Map<String, String> metadata,
    Instant created,
    boolean livemode) {

  public record CardView(
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

    CardView withoutFingerprint() {
      return new CardView(brand, last4, expMonth, expYear, funding, Optional.empty());
    }
  }

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
      CardSummary card,
      BillingDetails billing,
      Optional<CustomerId> customer,
      Instant created,
      boolean livemode) {
    return new PaymentMethodView(
        id,
        "payment_method",
        "card",
        CardView.of(card),
        billing.isNone() ? Optional.empty() : Optional.of(BillingView.of(billing)),
        customer,
        null,
        created,
        livemode);
  }

  static PaymentMethodView of(PaymentMethod method) {
    PaymentMethodView within =
        of(
            method.id(),
            method.card(),
            method.billing(),
            method.customer(),
            method.created(),
            method.realm().isLive());
    return within.with(within.card(), method.metadata());
  }

  /** A fingerprint tells whether a card was seen before, which is not for a browser to know. */
  PaymentMethodView forBrowser() {
    return with(card.withoutFingerprint(), metadata);
  }

  private PaymentMethodView with(CardView shown, @Nullable Map<String, String> remarks) {
    return new PaymentMethodView(
        id, object, type, shown, billingDetails, customer, remarks, created, livemode);
  }

  static Answer answer(PaymentMethod method) {
    return new Answer(200, text(method));
  }

  static Answer answerForBrowser(PaymentMethod method) {
    return new Answer(200, Json.text(of(method).forBrowser()));
  }

  static String text(PaymentMethod method) {
    return Json.text(of(method));
  }
}
