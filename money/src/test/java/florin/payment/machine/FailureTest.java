package florin.payment.machine;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Outcome.Declined;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.vault.Brand;
import florin.vault.Funding;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureTest {
  /** Codes for fields that only cards have. */
  private static final Set<ErrorCode> OF_CARDS =
      EnumSet.of(ErrorCode.EXPIRED_CARD, ErrorCode.INCORRECT_CVC, ErrorCode.INCORRECT_NUMBER);

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void a_failure_of_another_method_speaks_of_no_card(ErrorCode code) {
    if (code.type().isOfPayment() && code != ErrorCode.CARD_DECLINED && !OF_CARDS.contains(code)) {
      var declined = new Declined(code, Optional.empty(), Optional.empty(), Optional.empty());

      assertThat(messages(declined)).noneMatch(message -> message.contains("card"));
    }
  }

  @ParameterizedTest
  @EnumSource(DeclineCode.class)
  void a_decline_of_another_method_speaks_of_no_card(DeclineCode code) {
    var declined =
        new Declined(
            ErrorCode.CARD_DECLINED, Optional.of(code), Optional.empty(), Optional.empty());

    assertThat(messages(declined)).noneMatch(message -> message.contains("card"));
  }

  /** Payers read this text, so it must be meaningful and must not contain the code. */
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void every_failure_has_its_own_text_for_the_payer(ErrorCode code) {
    if (!code.type().isOfPayment() || code == ErrorCode.CARD_DECLINED) {
      return;
    }
    var declined = new Declined(code, Optional.empty(), Optional.empty(), Optional.empty());

    assertThat(messages(declined)).allMatch(message -> message.matches("[A-Z].{20,}\\."));
  }

  @Test
  void a_declined_card_is_called_a_card_and_its_failure_has_advice() {
    var card = new Card(Brand.VISA, "4242", 12, 2040, Funding.CREDIT, Optional.of("f"));

    assertThat(
            Failure.of(
                    new Declined(
                        ErrorCode.CARD_DECLINED,
                        Optional.of(DeclineCode.INSUFFICIENT_FUNDS),
                        Optional.empty(),
                        Optional.empty()),
                    card)
                .message())
        .isEqualTo("The card has insufficient funds. Use another card.");
    assertThat(Failure.authenticationRequired().message())
        .isEqualTo("The issuer asks the payer to authenticate this payment. Use another card.");
  }

  private static List<String> messages(Declined declined) {
    return List.of(
        Failure.of(declined, new Hosted(List.of("sepa_debit"))).message(),
        Failure.of(declined, BankTransfer.NEW).message());
  }

  @Test
  void a_failed_cancellation_or_an_error_mentions_no_card() {
    assertThat(
            List.of(
                Failure.notCanceled().message(),
                Failure.processingError().message(),
                Failure.providerUnavailable().message(),
                Failure.payerWasFaster().message()))
        .noneMatch(message -> message.contains("card"));
  }
}
