package florin.connector.stripe;

import florin.connector.remote.RemoteObject;
import florin.core.Money;
import java.time.Instant;
import java.util.Optional;

/**
 * A Checkout Session with its PaymentIntent and that one's latest charge, as {@link
 * StripeRequests#session} requests them.
 */
record StripeSession(RemoteObject object) {
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
    /** The page has expired, or the held amount was released. */
    GONE,
    /** Stripe reports a state that Florin does not know. */
    UNKNOWN
  }

  /**
   * Returns the state. The intent decides, because `payment_status` is `unpaid` for a held amount.
   */
  PageState state() {
    String intent = object.text("payment_intent", "status").orElse("");
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
            default -> PageState.UNKNOWN;
          };
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

  Optional<String> id() {
    return object.text("id");
  }

  Optional<String> url() {
    return object.text("url");
  }

  Optional<Instant> expires() {
    return object.number("expires_at").stream().mapToObj(Instant::ofEpochSecond).findFirst();
  }

  /** Returns the page's amount. */
  Optional<Money> total() {
    return money("amount_total", object);
  }

  Optional<String> intent() {
    return object.id("payment_intent");
  }

  RemoteObject charge() {
    return object.object("payment_intent", "latest_charge").orElse(RemoteObject.EMPTY);
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
    return object.object("payment_intent", "last_payment_error").map(StripeError::of);
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
