package florin.connector.stripe;

import java.util.Optional;

/**
 * What Stripe says of a request that it refuses, or of a payment that failed. Its message is not
 * kept: it may quote what was sent.
 *
 * @param type `card_error`, `invalid_request_error`, `idempotency_error`, `api_error`
 * @param code what went wrong: `card_declined`, `amount_too_small`
 * @param declineCode why an issuer declined, in Stripe's words
 * @param networkCode why, as the network sent it
 * @param advice what to do: `try_again_later`
 * @param parameter that is wrong: `line_items[0][price_data][currency]`
 */
record StripeError(
    String type,
    Optional<String> code,
    Optional<String> declineCode,
    Optional<String> networkCode,
    Optional<String> advice,
    Optional<String> parameter) {
  /** Of an object such as `last_payment_error`, or `error` in an answer. */
  static StripeError of(StripeObject error) {
    return new StripeError(
        error.text("type").orElse(""),
        error.text("code"),
        error.text("decline_code"),
        error.text("network_decline_code"),
        error.text("advice_code"),
        error.text("param"));
  }

  boolean isOfCard() {
    return type.equals("card_error");
  }

  boolean has(String expected) {
    return code.equals(Optional.of(expected));
  }

  /** For the log: words of Stripe's own, no value. */
  @Override
  public String toString() {
    return type
        + code.map(it -> " " + it).orElse("")
        + declineCode.map(it -> " " + it).orElse("")
        + parameter.map(it -> " at " + it).orElse("");
  }
}
