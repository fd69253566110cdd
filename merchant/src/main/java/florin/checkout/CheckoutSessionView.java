package florin.checkout;

import florin.checkout.Cart.LineItem;
import florin.core.Currency;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.ConnectorId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentLinkId;
import florin.core.Id.SetupId;
import florin.http.Json;
import florin.http.Json.OmitWhenNull;
import florin.payment.machine.CaptureMethod;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A checkout session as the API shows it, field by field.
 *
 * @param setup the setup of the last try, if the session saves a payment method without a charge
 * @param recovers the failed payment that the payer can pay here instead
 */
public record CheckoutSessionView(
    CheckoutSessionId id,
    String object,
    String url,
    CheckoutSession.Status status,
    Mode mode,
    long amount,
    Currency currency,
    Optional<String> description,
    List<LineItem> lineItems,
    CaptureMethod captureMethod,
    Optional<CustomerId> customer,
    Optional<String> customerEmail,
    Optional<String> successUrl,
    Optional<String> cancelUrl,
    Optional<String> locale,
    List<String> methods,
    List<ConnectorId> connectors,
    @OmitWhenNull @Nullable Boolean savePaymentMethod,
    @OmitWhenNull @Nullable MandateTextView mandate,
    Optional<PaymentId> payment,
    @OmitWhenNull @Nullable SetupId setup,
    Optional<PaymentLinkId> paymentLink,
    @OmitWhenNull @Nullable PaymentId recovers,
    Map<String, String> metadata,
    Instant expiresAt,
    Instant created,
    boolean livemode) {
  /** What the payer does on the page. */
  enum Mode {
    PAYMENT,
    SETUP
  }

  /** The text to which the payer agrees. */
  record MandateTextView(String text) {}

  /**
   * Returns the view.
   *
   * @param url the URL of its page
   */
  static CheckoutSessionView of(CheckoutSession session, String url) {
    Cart cart = session.cart();
    CheckoutSession.PageSettings settings = session.settings();
    return new CheckoutSessionView(
        session.id(),
        "checkout_session",
        url,
        session.status(),
        session.isSetup() ? Mode.SETUP : Mode.PAYMENT,
        cart.amount().minor(),
        cart.amount().currency(),
        cart.description(),
        cart.lines(),
        cart.captureMethod(),
        settings.customer(),
        settings.customerEmail(),
        settings.successUrl().map(URI::toString),
        settings.cancelUrl().map(URI::toString),
        settings.language().map(Language::text),
        settings.methods(),
        settings.connectors(),
        settings.saving().map(_ -> true).orElse(null),
        settings.mandate().map(MandateTextView::new).orElse(null),
        session.payment().filter(_ -> !session.isSetup()),
        session
            .payment()
            .filter(_ -> session.isSetup())
            .map(id -> new SetupId(id.uuid()))
            .orElse(null),
        session.link(),
        session.recovered().orElse(null),
        cart.metadata(),
        session.expires(),
        session.created(),
        session.realm().isLive());
  }

  static String text(CheckoutSession session, String url) {
    return Json.text(of(session, url));
  }
}
