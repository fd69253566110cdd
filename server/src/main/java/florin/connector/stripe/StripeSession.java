package florin.connector.stripe;

import florin.core.Money;
import java.time.Instant;
import java.util.Optional;

/**
 * A Checkout Session with its PaymentIntent and that one's latest charge, as {@link
 * StripeRequests#session} asks for them.
 */
record StripeSession(StripeObject object) {
  /** How the payment stands. */
  enum PageState {
    /** The page waits for its payer. */
    OPEN,
    /** The amount is held, and waits for its capture. */
    HELD,
    PAID,
    /** The payer has done all; the money is on its way, for minutes or days. */
    PROCESSING,
    /** The payer has done all, and no money came. */
    FAILED,
    /** The page has expired, or what was held was let go. */
    GONE,
    /** Stripe says something that we have no word for. */
    UNKNOWN
  }

  /** The intent decides, since `payment_status` is `unpaid` for an amount that is held. */
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
      // A voucher, say, that is still to be paid.
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

  /** What the page asks for. */
  Optional<Money> total() {
    return money("amount_total", object);
  }

  Optional<String> intent() {
    return object.id("payment_intent");
  }

  StripeObject charge() {
    return object.object("payment_intent", "latest_charge").orElse(StripeObject.EMPTY);
  }

  /** What was authorised, and is held or was taken; of what was held, perhaps a part was taken. */
  Optional<Money> moved() {
    return object.object("payment_intent").flatMap(intent -> money(movedField(intent), intent));
  }

  private String movedField(StripeObject intent) {
    if (state() == PageState.HELD) {
      return "amount_capturable";
    }
    boolean wasHeld = intent.text("capture_method").equals(Optional.of("manual"));
    return wasHeld ? "amount" : "amount_received";
  }

  Optional<StripeError> lastError() {
    return object.object("payment_intent", "last_payment_error").map(StripeError::of);
  }

  static Optional<Money> money(String field, StripeObject object) {
    return object
        .text("currency")
        .flatMap(currency ->
            object.number(field).stream()
                .mapToObj(amount -> StripeMoney.read(amount, currency))
                .findFirst()
                .flatMap(money -> money));
  }
}
