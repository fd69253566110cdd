package florin.connector.stripe;

import florin.connector.Credential;
import florin.connector.remote.RemoteCharges;
import florin.connector.remote.RemoteObject;
import florin.core.Money;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A Checkout Session with its PaymentIntent and that one's latest charge, as {@link
 * StripeRequests#session} requests them, or with its SetupIntent, as {@link
 * StripeRequests#setupSession} requests it.
 */
record StripeSession(RemoteObject object) {
  /**
   * Reads a session. The intent of a charge without a page is read as a session that has only this
   * intent.
   */
  static StripeSession of(RemoteObject found) {
    return new StripeSession(
        found.text("object").equals(Optional.of("payment_intent"))
            ? found.within("payment_intent")
            : found);
  }

  /** The state of the payment. */
  enum PageState {
    /** The page waits for its payer. */
    OPEN,
    /** The amount is held and waits for its capture. */
    HELD,
    PAID,
    /** The payer has finished, and the money is in transit, for minutes or days. */
    PROCESSING,
    /** The payer has finished, and no money came. */
    FAILED,
    /** The issuer has not decided a charge without a page yet. */
    UNDECIDED,
    /** The page has expired, or the held amount was released. */
    GONE,
    /** Stripe reports a state that Florin does not know. */
    UNKNOWN
  }

  /**
   * Returns the state. The intent decides, because `payment_status` is `unpaid` for a held amount.
   */
  PageState state() {
    String intent = object.text(intentField(), "status").orElse("");
    return switch (intent) {
      case "succeeded" -> PageState.PAID;
      case "requires_capture" -> PageState.HELD;
      case "processing" -> PageState.PROCESSING;
      case "canceled" -> PageState.GONE;
      default ->
          switch (object.text("status").orElse("")) {
            case "open" -> PageState.OPEN;
            case "expired" -> PageState.GONE;
            case "complete" -> complete(intent);
            case "" -> withoutPage(intent);
            default -> PageState.UNKNOWN;
          };
    };
  }

  /**
   * Returns the state of a charge that has moved no money. Only its error proves that it has
   * failed: Stripe may show an intent before the issuer has responded.
   */
  private PageState withoutPage(String intent) {
    return switch (intent) {
      case "requires_payment_method" ->
          lastError().isPresent() ? PageState.FAILED : PageState.UNDECIDED;
      case "requires_confirmation" -> PageState.UNDECIDED;
      default -> PageState.UNKNOWN;
    };
  }

  private static PageState complete(String intent) {
    return switch (intent) {
      case "requires_payment_method" -> PageState.FAILED;
      // For example, a voucher that is still to be paid.
      case "requires_action", "requires_confirmation" -> PageState.PROCESSING;
      default -> PageState.UNKNOWN;
    };
  }

  /** Returns whether Stripe has neither a session nor an intent. */
  boolean isMissing() {
    return id().isEmpty() && intent().isEmpty();
  }

  /** Returns whether it is a charge without a page. */
  boolean isCharge() {
    return id().isEmpty();
  }

  Optional<String> id() {
    return object.text("id");
  }

  Optional<String> url() {
    return object.text("url");
  }

  Optional<Instant> expires() {
    return object.number("expires_at").stream().mapToObj(Instant::ofEpochSecond).findFirst();
  }

  /** Returns whether the payer saves a card on the page, and pays nothing. */
  boolean isSetup() {
    return object.text("mode").equals(Optional.of("setup"));
  }

  /** Returns whether the page is for this amount, which is zero for a setup. */
  boolean isFor(Money amount) {
    return isSetup() ? amount.isZero() : money("amount_total", object).equals(Optional.of(amount));
  }

  Optional<String> intent() {
    return object.id(intentField());
  }

  private String intentField() {
    return isSetup() ? "setup_intent" : "payment_intent";
  }

  /** Returns the PaymentIntent or the SetupIntent; empty if the session is not expanded. */
  RemoteObject whole() {
    return object.object(intentField()).orElse(RemoteObject.EMPTY);
  }

  /** Returns the credential that Stripe saved for charges without the payer. */
  Optional<Credential.Saved> saved(String connector) {
    RemoteObject intent = whole();
    Optional<String> customer = intent.id(RemoteCharges.CUSTOMER);
    Optional<String> method = intent.id(StripeSaved.METHOD);
    boolean isSaved =
        intent.text(isSetup() ? "usage" : "setup_future_usage").equals(Optional.of("off_session"))
            && customer.isPresent()
            && method.isPresent();
    return isSaved
        ? Optional.of(
            new Credential.Saved(
                connector,
                Map.of(RemoteCharges.CUSTOMER, customer.get(), StripeSaved.METHOD, method.get())))
        : Optional.empty();
  }

  RemoteObject charge() {
    return object.object("payment_intent", "latest_charge").orElse(RemoteObject.EMPTY);
  }

  /**
   * Returns whether it is a charge that no merchant can cancel, because it was captured with the
   * authorization. Only Florin cancels it, after it has given it up.
   */
  boolean isAutomaticCharge() {
    return isCharge()
        && !object.text("payment_intent", "capture_method").equals(Optional.of("manual"));
  }

  /** Returns whether the whole amount was refunded. */
  boolean isRefunded() {
    return charge().is("refunded");
  }

  /** Returns the part of the moved amount that was not refunded. */
  Optional<Money> unrefunded() {
    return moved().map(all -> money("amount_refunded", charge()).map(all::minus).orElse(all));
  }

  /** Returns the authorized amount, which is held or was captured, perhaps only in part. */
  Optional<Money> moved() {
    return object.object("payment_intent").flatMap(intent -> money(movedField(intent), intent));
  }

  private String movedField(RemoteObject intent) {
    if (state() == PageState.HELD) {
      return "amount_capturable";
    }
    boolean wasHeld = intent.text("capture_method").equals(Optional.of("manual"));
    return wasHeld ? "amount" : "amount_received";
  }

  Optional<StripeError> lastError() {
    return object
        .object(intentField(), isSetup() ? "last_setup_error" : "last_payment_error")
        .map(StripeError::of);
  }

  static Optional<Money> money(String field, RemoteObject object) {
    return object
        .text("currency")
        .flatMap(currency ->
            object.number(field).stream()
                .mapToObj(amount -> StripeMoney.read(amount, currency))
                .findFirst()
                .flatMap(money -> money));
  }
}
