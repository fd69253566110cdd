package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.remote.RemoteExchanges;
import florin.connector.remote.RemoteObject;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps Stripe's documented errors to Florin's codes. */
class StripeErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "card_declined, generic_decline, generic_decline",
    "card_declined, insufficient_funds, insufficient_funds",
    "card_declined, lost_card, lost_card",
    "card_declined, stolen_card, stolen_card",
    "card_declined, fraudulent, fraudulent",
    "card_declined, card_velocity_exceeded, card_velocity_exceeded",
    "card_declined, call_issuer, call_issuer",
    "card_declined, approve_with_id, call_issuer",
    "card_declined, not_permitted, transaction_not_allowed",
    "card_declined, merchant_blacklist, fraudulent",
    "card_declined, testmode_decline, generic_decline",
    "card_declined, a_code_of_tomorrow, generic_decline",
    "insufficient_funds, , insufficient_funds",
    "card_declined, , generic_decline",
  })
  void a_decline_has_stripes_reason(String code, @Nullable String declineCode, String expected) {
    var declined = StripeErrors.decline(cardError(code, declineCode));

    assertThat(declined.code()).isEqualTo(ErrorCode.CARD_DECLINED);
    assertThat(declined.declineCode()).contains(DeclineCode.of(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "expired_card, , expired_card",
    "card_declined, expired_card, expired_card",
    "incorrect_cvc, incorrect_cvc, incorrect_cvc",
    "invalid_cvc, , incorrect_cvc",
    "incorrect_number, , incorrect_number",
    "invalid_expiry_month, , invalid_expiry_month",
    "invalid_expiry_year, , invalid_expiry_year",
    "processing_error, , processing_error",
    "authentication_required, authentication_required, authentication_required",
    "payment_intent_authentication_failure, , authentication_failed",
  })
  void invalid_card_data_has_a_specific_code(
      String code, @Nullable String declineCode, String expected) {
    var declined = StripeErrors.failed(cardError(code, declineCode));

    assertThat(declined.code()).isEqualTo(ErrorCode.of(expected));
    assertThat(declined.declineCode()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "amount_too_small, , amount_below_minimum",
    "amount_too_large, , amount_above_maximum",
    ", 'line_items[0][price_data][currency]', currency_not_enabled",
    ", currency, currency_not_enabled",
    "account_closed, , account_not_active",
    "testmode_charges_only, , account_not_active",
    "capability_not_active, , account_not_active",
    "charge_already_refunded, , provider_refused",
    "payment_intent_unexpected_state, , provider_refused",
    "parameter_unknown, currencyish, provider_refused",
    ", , provider_refused",
  })
  void an_error_of_stripe_is_no_decline_of_the_card(
      @Nullable String code, @Nullable String parameter, String expected) {
    var error =
        new StripeError(
            "invalid_request_error",
            Optional.ofNullable(code),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(parameter),
            Optional.empty());

    assertThat(StripeErrors.decline(error).code()).isEqualTo(ErrorCode.of(expected));
  }

  @Test
  void the_networks_code_and_stripes_advice_are_returned() {
    StripeError error =
        error(
            """
            {"type": "card_error", "code": "card_declined", "decline_code": "do_not_honor", "network_decline_code": "05",
             "advice_code": "try_again_later", "message": "Your card was declined."}\
            """);

    var declined = StripeErrors.decline(error);

    assertThat(declined.responseCode()).contains("05");
    assertThat(declined.advice()).contains(Advice.TRY_AGAIN_LATER);
    assertThat(error.toString()).doesNotContain("Your card");
  }

  @Test
  void mastercards_advice_code_is_above_stripes_advice() {
    String error =
        """
        {"type": "card_error", "code": "card_declined", "decline_code": "do_not_honor", "network_decline_code": "05",
         "network_advice_code": "%s", "advice_code": "try_again_later"}\
        """;

    assertThat(StripeErrors.decline(error(error.formatted("21"))).advice())
        .contains(Advice.DO_NOT_TRY_AGAIN);
    assertThat(StripeErrors.decline(error(error.formatted("02"))).advice())
        .contains(Advice.TRY_AGAIN_LATER);
  }

  @Test
  void without_stripes_advice_the_networks_code_determines_it() {
    StripeError error =
        error(
            """
            {"type": "card_error", "code": "card_declined", "decline_code": "stolen_card", "network_decline_code": "43"}\
            """);

    assertThat(StripeErrors.decline(error).advice()).contains(Advice.DO_NOT_TRY_AGAIN);
  }

  @Test
  void an_invalid_network_code_is_dropped_and_unknown_advice_is_ignored() {
    StripeError error =
        error(
            """
            {"type": "card_error", "code": "card_declined", "network_decline_code": "declined by us", "advice_code": "pray"}\
            """);

    assertThat(StripeErrors.decline(error).responseCode()).isEmpty();
    assertThat(StripeErrors.decline(error).advice()).isEmpty();
  }

  @Test
  void a_card_that_stripe_advises_not_to_retry_is_not_retried() {
    assertThat(StripeErrors.decline(cardError("card_declined", "do_not_try_again")).advice())
        .contains(Advice.DO_NOT_TRY_AGAIN);
    assertThat(StripeErrors.decline(cardError("card_declined", "lost_card")).advice()).isEmpty();
  }

  /** Payments without a card can also fail with a decline code. */
  @Test
  void a_failed_payment_of_any_method_has_its_decline_code() {
    var declined = invalid(Optional.of("insufficient_funds"));
    assertThat(StripeErrors.failed(declined).declineCode())
        .contains(DeclineCode.INSUFFICIENT_FUNDS);
    assertThat(StripeErrors.decline(declined).code()).isEqualTo(ErrorCode.PROVIDER_REFUSED);
    assertThat(StripeErrors.failed(invalid(Optional.empty())).code())
        .isEqualTo(ErrorCode.PROVIDER_REFUSED);
  }

  private static StripeError invalid(Optional<String> declineCode) {
    return new StripeError(
        "invalid_request_error",
        Optional.of("payment_failed"),
        declineCode,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void a_key_that_was_used_for_another_request_is_a_duplicate() {
    StripeError error = error("{\"type\": \"idempotency_error\"}");

    assertThat(StripeErrors.decline(error)).isEqualTo(RemoteExchanges.TAKEN);
  }

  @Test
  void a_failed_refund_has_stripes_reason() {
    assertThat(StripeErrors.refund(Optional.of("lost_or_stolen_card")).declineCode())
        .contains(DeclineCode.LOST_CARD);
    assertThat(StripeErrors.refund(Optional.of("expired_or_canceled_card")).code())
        .isEqualTo(ErrorCode.EXPIRED_CARD);
    assertThat(StripeErrors.refund(Optional.of("unknown")).declineCode())
        .contains(DeclineCode.GENERIC_DECLINE);
  }

  private static StripeError cardError(String code, @Nullable String declineCode) {
    return new StripeError(
        "card_error",
        Optional.of(code),
        Optional.ofNullable(declineCode),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static StripeError error(String json) {
    return StripeError.of(RemoteObject.parse(json).orElseThrow());
  }
}
