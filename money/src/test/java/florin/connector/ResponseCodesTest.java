package florin.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseCodesTest {
  @ParameterizedTest
  @CsvSource({
    "01, call_issuer,",
    "04, pickup_card, do_not_try_again",
    "05, do_not_honor,",
    "10, insufficient_funds, try_again_later",
    "41, lost_card, do_not_try_again",
    "43, stolen_card, do_not_try_again",
    "51, insufficient_funds, try_again_later",
    "57, transaction_not_allowed, do_not_try_again",
    "61, card_velocity_exceeded, try_again_later",
    "62, restricted_card, try_again_later",
    "65, withdrawal_count_limit_exceeded, try_again_later",
    "91, issuer_not_available, try_again_later",
    "94, duplicate_transaction,",
    "R0, stop_payment_order, do_not_try_again",
    "R1, revocation_of_authorization, do_not_try_again",
    "R3, revocation_of_all_authorizations, do_not_try_again",
  })
  void a_decline_has_a_reason_and_the_networks_advice_if_there_is_any(
      String code, String reason, @Nullable String advice) {
    var declined = ResponseCodes.decline(code);

    assertThat(declined.code()).isEqualTo(ErrorCode.CARD_DECLINED);
    assertThat(declined.declineCode()).contains(DeclineCode.of(reason));
    assertThat(declined.advice().map(Advice::text).orElse(null)).isEqualTo(advice);
    assertThat(declined.responseCode()).contains(code);
  }

  @ParameterizedTest
  @CsvSource({
    "14, incorrect_number",
    "30, processing_error",
    "54, expired_card",
    "82, incorrect_cvc",
    "N7, incorrect_cvc",
    "96, processing_error",
    "1A, authentication_required",
  })
  void invalid_card_data_has_a_specific_error(String code, String error) {
    var declined = ResponseCodes.decline(code);

    assertThat(declined.code()).isEqualTo(ErrorCode.of(error));
    assertThat(declined.declineCode()).isEmpty();
  }

  @Test
  void an_unknown_code_is_a_generic_decline_and_is_kept() {
    var declined = ResponseCodes.decline("Q9");

    assertThat(declined.declineCode()).contains(DeclineCode.GENERIC_DECLINE);
    assertThat(declined.responseCode()).contains("Q9");
  }

  /** Otherwise a part of the amount could pass for the whole. */
  @Test
  void a_partial_approval_approves_nothing() {
    assertThat(ResponseCodes.isApproval("10")).isFalse();
  }

  @Test
  void approvals_are_no_declines() {
    assertThat(ResponseCodes.isApproval("00")).isTrue();
    assertThat(ResponseCodes.declines()).noneMatch(ResponseCodes::isApproval);
    assertThatThrownBy(() -> ResponseCodes.decline("00"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
