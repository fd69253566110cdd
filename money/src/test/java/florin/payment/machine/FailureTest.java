package florin.payment.machine;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.OffSessionReason;
import florin.connector.Outcome.Declined;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.MandateId;
import florin.core.Money;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.mandate.MandateUse.OffSession;
import florin.testing.Records;
import florin.vault.Brand;
import florin.vault.Funding;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureTest {
  private static final Card CARD =
      new Card(Brand.VISA, "4242", 12, 2040, Funding.CREDIT, Optional.of("f"));

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
    assertThat(
            Failure.of(
                    new Declined(
                        ErrorCode.CARD_DECLINED,
                        Optional.of(DeclineCode.INSUFFICIENT_FUNDS),
                        Optional.empty(),
                        Optional.empty()),
                    of(CARD, 1000))
                .message())
        .isEqualTo("The card has insufficient funds. Use another card.");
    assertThat(Failure.authenticationRequired(of(CARD, 1000)).message())
        .isEqualTo("The issuer asks the payer to authenticate this payment. Use another card.");
  }

  private static List<String> messages(Declined declined) {
    return List.of(
        Failure.of(declined, of(new Hosted(List.of("sepa_debit")), 1000)).message(),
        Failure.of(declined, of(BankTransfer.NEW, 1000)).message());
  }

  private static Payment of(Instrument instrument, long amount) {
    Payment begun =
        Samples.begin(new Money(amount, Currency.get("usd")), CaptureMethod.AUTOMATIC).payment();
    return Records.with(begun, "method", Records.with(begun.method(), "instrument", instrument));
  }

  @Test
  void a_failure_of_a_setup_speaks_of_no_payment() {
    Payment setup = of(CARD, 0);
    List<String> ofCodes =
        Stream.of(ErrorCode.values())
            .filter(code -> code.type().isOfPayment() && code != ErrorCode.CARD_DECLINED)
            // These name the merchant's account, or an operation that a setup doesn't have.
            .filter(code ->
                code != ErrorCode.CHANGED_AT_PROVIDER && code != ErrorCode.ACCOUNT_NOT_ACTIVE)
            .map(code -> new Declined(code, Optional.empty(), Optional.empty(), Optional.empty()))
            .map(declined -> Failure.of(declined, setup).message())
            .toList();
    List<String> others =
        List.of(
            Failure.authenticationRequired(setup).message(),
            Failure.processingError(setup).message(),
            Failure.providerUnavailable(setup).message(),
            Failure.notCanceled(setup).message(),
            Failure.payerWasFaster(setup).message(),
            Failure.pageStaysOpen(setup).message());

    assertThat(Stream.concat(ofCodes.stream(), others.stream()))
        .noneMatch(message ->
            message
                .replace("payment provider", "provider")
                .replace("payment page", "page")
                .matches(".*\\b(payment|paid|pay)\\b.*"));
  }

  @Test
  void a_failed_cancellation_or_an_error_mentions_no_card() {
    assertThat(
            List.of(
                Failure.notCanceled(of(CARD, 1000)).message(),
                Failure.processingError(of(CARD, 1000)).message(),
                Failure.providerUnavailable(of(CARD, 1000)).message(),
                Failure.payerWasFaster(of(CARD, 1000)).message()))
        .noneMatch(message -> message.contains("card"));
  }

  @Test
  void a_charge_without_the_payer_that_was_not_processed_mentions_no_page() {
    Payment payment = of(CARD, 1000);
    var offSession =
        new OffSession(OffSessionReason.RECURRING, new MandateId(new UUID(1, 1)), Optional.empty());

    assertThat(
            Failure.providerUnavailable(
                    Records.with(
                        payment,
                        "method",
                        Records.with(payment.method(), "mandate", Optional.of(offSession))))
                .message())
        .isEqualTo(
            "The payment provider didn't process the charge. Create a new payment later; nothing was charged.");
    assertThat(Failure.providerUnavailable(payment).message())
        .isEqualTo(
            "The payment provider didn't create a payment page. Create a new payment later; nothing was charged.");
  }
}
