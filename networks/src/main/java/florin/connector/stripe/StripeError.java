package florin.connector.stripe;

import florin.connector.remote.RemoteObject;
import java.util.Optional;

/**
 * Stripe's error for a request that it rejects, or for a payment that failed. Its message is not
 * stored, because it may quote the request.
 *
 * @param type `card_error`, `invalid_request_error`, `idempotency_error`, `api_error`
 * @param code the kind of error: `card_declined`, `amount_too_small`
 * @param declineCode the issuer's reason, in Stripe's words
 * @param networkCode the reason code, as the network sent it
 * @param advice the recommended action: `try_again_later`
 * @param networkAdvice the merchant advice code, as the network sent it: `03`
 * @param parameter the invalid parameter: `line_items[0][price_data][currency]`
 * @param intent the id of the intent that the request created, although it failed
 */
record StripeError(
    String type,
    Optional<String> code,
    Optional<String> declineCode,
    Optional<String> networkCode,
    Optional<String> advice,
    Optional<String> networkAdvice,
    Optional<String> parameter,
    Optional<String> intent) {
  /** The server error that Stripe keeps for a key, of a request that was not carried out. */
  static final StripeError KEPT = of(RemoteObject.EMPTY);

  /** Reads an object such as `last_payment_error`, or `error` in a response. */
  static StripeError of(RemoteObject error) {
    return new StripeError(
        error.text("type").orElse(""),
        error.text("code"),
        error.text("decline_code"),
        error.text("network_decline_code"),
        error.text("advice_code"),
        error.text("network_advice_code"),
        error.text("param"),
        error.text("payment_intent", "id"));
  }

  boolean isOfCard() {
    return type.equals("card_error");
  }

  boolean has(String expected) {
    return code.equals(Optional.of(expected));
  }

  /** Returns text for the log: Stripe's own words, without values. */
  @Override
  public String toString() {
    return type
        + code.map(it -> " " + it).orElse("")
        + declineCode.map(it -> " " + it).orElse("")
        + parameter.map(it -> " at " + it).orElse("");
  }
}
