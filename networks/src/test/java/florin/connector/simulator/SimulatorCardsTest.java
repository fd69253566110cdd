package florin.connector.simulator;

import static florin.connector.Requests.card;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.sale;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.BillingAddress;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.Connector;
import florin.connector.Credential.PlainCard;
import florin.connector.Outcome;
import florin.connector.Requests;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.core.DeclineCode;
import florin.core.Pan;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every test card and its first response. */
@TestInstance(Lifecycle.PER_CLASS)
class SimulatorCardsTest {
  private final TestNetwork network = new TestNetwork();
  private final Connector connector = network.node();

  @AfterAll
  void closeNetwork() {
    network.close();
  }

  @ParameterizedTest
  @CsvSource({
    "4242424242424242, approved",
    "4000056655665556, approved",
    "5555555555554444, approved",
    "2223003122003222, approved",
    "5200828282828210, approved",
    "5105105105105100, approved",
    "378282246310005, approved",
    "371449635398431, approved",
    "6011111111111117, approved",
    "6011000990139424, approved",
    "3056930009020004, approved",
    "36227206271667, approved",
    "3566002020360505, approved",
    "6200000000000005, approved",
    "4000000000000002, card_declined/generic_decline",
    "4000000000009995, card_declined/insufficient_funds",
    "4000000000009987, card_declined/lost_card",
    "4000000000009979, card_declined/stolen_card",
    "4000000000000069, expired_card",
    "4000000000000127, incorrect_cvc",
    "4000000000000119, processing_error",
    "4242424242424241, incorrect_number",
    "4000000000006975, card_declined/card_velocity_exceeded",
    "4000000000000341, card_declined/generic_decline",
    "4000000000000101, approved",
    "4000000000000010, approved",
    "4000000000000028, approved",
    "4000000000000036, approved",
    "4100000000000019, card_declined/fraudulent",
    "4000000000009235, approved",
    "4000000000003220, requires_action",
    "4000002760003184, requires_action",
    "4000002500003155, requires_action",
    "4000000000003055, approved",
    "4000008400001629, requires_action",
    "4000008400001280, authentication_failed",
    "4000008260003178, requires_action",
    "4000000000007726, approved",
    "4000000000005126, approved",
    "4000000000830051, card_declined/do_not_honor",
    "4000000000830143, incorrect_number",
    "4000000000830515, card_declined/insufficient_funds",
    "4000000000830572, card_declined/transaction_not_allowed",
    "4000000000830614, card_declined/card_velocity_exceeded",
    "4000000000830622, card_declined/restricted_card",
    "4000000000830655, card_declined/withdrawal_count_limit_exceeded",
    "4000000000830820, incorrect_cvc",
    "4000000000830911, card_declined/issuer_not_available",
    "4000000000830945, card_declined/duplicate_transaction",
    "4000000000830960, processing_error",
    "4000000000840019, unknown",
    "4000000000840027, unknown",
    "4000000000840035, unknown",
    "4000000000840043, unknown",
    "4000000000840050, not_sent",
    "4000000000840068, unknown",
    "4000000000840084, approved",
    "4000000000840100, approved",
    "4000000000840118, pending",
    "4000000000840126, pending",
    "4000000000840134, approved",
    "4000000000840142, approved",
    "4000000000840159, approved",
  })
  void authorizations_have_the_outcomes_of_the_table(String number, String answer) {
    var outcome = connector.authorize(sale(new Pan(number), eur(1000)), soon());

    assertThat(text(outcome)).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000000000830051", "4000000000830911", "4000000000830820"})
  void a_number_with_a_response_code_is_declined_with_it(String number) {
    var outcome = connector.authorize(sale(new Pan(number), eur(1000)), soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            declined -> assertThat(declined.responseCode()).contains(number.substring(13, 15)));
  }

  @ParameterizedTest
  @CsvSource({
    "4242424242424242, pass, pass, pass",
    "4000000000000101, fail, pass, pass",
    "4000000000000010, pass, fail, fail",
    "4000000000000028, pass, fail, pass",
    "4000000000000036, pass, pass, fail",
  })
  void checks_the_code_and_the_address(String number, String cvc, String line1, String postalCode) {
    var address = new BillingAddress(Optional.of("Grafton Street 1"), Optional.of("D02"));

    var approved = approved(sale(number, Optional.of(address), Optional.empty(), false));

    assertThat(approved.checks())
        .isEqualTo(new Checks(Check.of(cvc), Check.of(line1), Check.of(postalCode)));
  }

  @Test
  void checks_nothing_that_was_not_sent() {
    var bare = new PlainCard(new Pan("4000000000000101"), 12, 2034, Optional.empty());

    var approved = approved(Requests.authorize(bare, eur(1000), Capture.AUTOMATIC));

    assertThat(approved.checks())
        .isEqualTo(new Checks(Check.UNAVAILABLE, Check.UNCHECKED, Check.UNCHECKED));
  }

  @Test
  void a_number_for_a_failed_address_check_fails_even_without_an_address() {
    var approved = approved(sale(new Pan("4000000000000010"), eur(1000)));

    assertThat(approved.checks()).isEqualTo(new Checks(Check.PASS, Check.FAIL, Check.FAIL));
  }

  @Test
  void one_card_has_an_elevated_risk() {
    assertThat(approved(sale(new Pan("4000000000009235"), eur(1000))).riskLevel())
        .isEqualTo(RiskLevel.ELEVATED);
    assertThat(approved(sale(new Pan("4242424242424242"), eur(1000))).riskLevel())
        .isEqualTo(RiskLevel.NORMAL);
  }

  @Test
  void a_card_set_up_with_a_challenge_needs_no_other_unless_its_issuer_always_requires_one() {
    var forgiving = sale("4000002500003155", Optional.empty(), Optional.empty(), true);
    var strict = sale("4000002760003184", Optional.empty(), Optional.empty(), true);

    assertThat(text(connector.authorize(forgiving, soon()))).isEqualTo("approved");
    assertThat(text(connector.authorize(strict, soon()))).isEqualTo("requires_action");
  }

  @ParameterizedTest
  @CsvSource({
    "Y, approved",
    "A, approved",
    "N, authentication_failed",
    "R, authentication_failed",
    "U, requires_action",
    "C, requires_action"
  })
  void an_external_authentication_replaces_the_challenge(TransStatus status, String answer) {
    var result =
        new ThreeDSecureResult(
            "2.2.0", Optional.of("05"), Optional.empty(), Optional.empty(), status);
    var request = sale("4000000000003220", Optional.empty(), Optional.of(result), false);

    assertThat(text(connector.authorize(request, soon()))).isEqualTo(answer);
  }

  private Outcome.Approved approved(AuthorizeRequest request) {
    return (Outcome.Approved) connector.authorize(request, soon());
  }

  private static AuthorizeRequest sale(
      String number,
      Optional<BillingAddress> address,
      Optional<ThreeDSecureResult> threeDSecure,
      boolean challengedBefore) {
    return Requests.authorize(
        Requests.reference(),
        Requests.REALM,
        eur(1000),
        Capture.AUTOMATIC,
        card(new Pan(number)),
        address,
        threeDSecure,
        Optional.empty(),
        challengedBefore);
  }

  private static AuthorizeRequest sale(Pan pan, florin.core.Money amount) {
    return Requests.sale(pan, amount);
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Approved _ -> "approved";
      case Outcome.OtherAmount _ -> "other_amount";
      case Outcome.Declined it ->
          it.code().text() + it.declineCode().map(DeclineCode::text).map(s -> "/" + s).orElse("");
      case Outcome.RequiresAction _ -> "requires_action";
      case Outcome.Pending _ -> "pending";
      case Outcome.NotSent _ -> "not_sent";
      case Outcome.Unknown _ -> "unknown";
    };
  }
}
