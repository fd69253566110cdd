package florin.connector.stripe;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.error;
import static florin.connector.stripe.StripeJson.intent;
import static florin.connector.stripe.StripeJson.open;
import static florin.connector.stripe.StripeJson.paid;
import static florin.connector.stripe.StripeJson.session;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.Credential;
import florin.connector.Exchanges;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.ProviderDetails.Payer;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.Requests;
import florin.connector.RiskLevel;
import florin.connector.remote.RemoteExchanges;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Money;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Redirects a payer to Stripe's page and reads the outcome. */
class StripePageTest extends StripeConnectorFixture {
  @Test
  void a_payer_is_redirected_to_a_page_after_it_is_stored() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);

    Outcome outcome = connector.authorize(request, soon());

    assertThat(outcome)
        .isEqualTo(
            new Outcome.RequiresAction(
                "cs_test_a1",
                new PayerAction.Redirect(
                    URI.create("https://checkout.stripe.com/c/pay/cs_test_a1#x"),
                    Instant.ofEpochSecond(1_790_000_000))));
    assertThat(exchanges.list(request.reference()))
        .extracting(Exchanges.ExchangeStep::step)
        .containsExactly("create", "page");
    assertThat(stripe.last().key()).isEqualTo(request.reference() + ":create");
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    assertThat(returned(request)).isEqualTo(outcome);
    assertThat(connector.authorize(request, soon())).isEqualTo(outcome);
    assertThat(stripe.calls()).containsOnlyOnce(CREATE);
  }

  @Test
  void a_payment_that_was_closed_sends_nothing() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());

    assertThat(connector.authorize(request, soon())).isEqualTo(RemoteExchanges.TAKEN);

    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void an_unknown_outcome_of_the_creation_is_harmless() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    stripe.on(CREATE, StripeStandIn.LOST);

    assertThat(connector.authorize(request, soon())).isEqualTo(new Outcome.NotSent());

    assertThat(stripe.calls()).containsExactly(CREATE, CREATE);
    stripe.on(CREATE, open());
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Declined.class);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void a_page_created_just_before_a_crash_is_given_to_no_payer() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    exchanges.sending(request.reference(), OperationKind.AUTHORIZE, 0, "create");
    exchanges.answered(request.reference(), 0, Optional.of("cs_test_a1"), Map.of());

    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());

    assertThat(connector.authorize(request, soon())).isEqualTo(RemoteExchanges.TAKEN);
    assertThat(returned(request)).isEqualTo(new Outcome.NotSent());
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_rejection_by_stripe_is_known_after_a_crash() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    stripe.on(CREATE, 400, error("invalid_request_error", "amount_too_small"));

    Outcome refused = connector.authorize(request, soon());

    assertThat(refused).isEqualTo(Outcome.Declined.byProvider(ErrorCode.AMOUNT_BELOW_MINIMUM));
    stripe.forget();
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(refused));
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_currency_that_stripe_does_not_support_is_rejected_before_anything_is_sent() {
    var dinar =
        Requests.authorize(
            Requests.reference(),
            Requests.REALM,
            new Money(1234, Currency.get("kwd")),
            Capture.AUTOMATIC,
            new Credential.Page(List.of()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);

    assertThat(connector.authorize(dinar, soon()))
        .isEqualTo(Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED));
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_rejected_key_and_a_page_with_another_amount_redirect_no_payer() {
    stripe.on(CREATE, 401, error("invalid_request_error", "api_key_expired"));
    assertThat(connector.authorize(request(Capture.AUTOMATIC), soon()))
        .isEqualTo(new Outcome.NotSent());

    stripe.on(CREATE, session("open", "null", 1001, "eur"));
    assertThat(connector.authorize(request(Capture.AUTOMATIC), soon()))
        .isEqualTo(new Outcome.NotSent());
  }

  @Test
  void a_response_of_the_other_mode_is_not_trusted() {
    stripe.on(CREATE, open().replace("\"livemode\": false", "\"livemode\": true"));
    assertThat(connector.authorize(request(Capture.AUTOMATIC), soon()))
        .isEqualTo(new Outcome.NotSent());

    stripe.on(CREATE, open());
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid().replace("\"livemode\": false", "\"livemode\": true"));
    assertThat(returned(request)).isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);
  }

  @Test
  void a_payment_on_the_page_is_reported_with_all_of_stripes_details() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid());

    Outcome outcome = returned(request);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class,
            approved -> {
              assertThat(approved.connectorReference()).isEqualTo("pi_1");
              assertThat(approved.amount()).isEqualTo(eur(1000));
              assertThat(approved.networkTransactionId()).contains("MCC123");
              assertThat(approved.checks())
                  .isEqualTo(new Checks(Check.PASS, Check.UNCHECKED, Check.FAIL));
              assertThat(approved.riskLevel()).isEqualTo(RiskLevel.ELEVATED);
              var provider = approved.provider().orElseThrow();
              assertThat(provider.ids())
                  .isEqualTo(
                      Map.of(
                          "checkout_session", "cs_test_a1",
                          "payment_intent", "pi_1",
                          "charge", "ch_1"));
              assertThat(provider.page())
                  .contains(URI.create("https://dashboard.stripe.com/test/payments/pi_1"));
              assertThat(provider.card()).contains(new PaidCard("visa", "4242", 8, 2034, "credit"));
              assertThat(provider.payer())
                  .contains(
                      new Payer(
                          Optional.of("Ada Lovelace"),
                          Optional.of("ada@example.com"),
                          Optional.of("GB"),
                          Optional.of("W1")));
              assertThat(provider.disputes()).isEmpty();
            });
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    assertThat(exchanges.findExternalId(request.reference())).contains("pi_1");
  }

  @Test
  void of_several_disputes_the_most_urgent_one_counts() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid().replace("\"disputed\": false", "\"disputed\": true"));
    stripe.on(
        "GET /v1/disputes",
        disputes("lost", "needs_response"),
        disputes("lost", "won"),
        disputes("won", "warning_closed"),
        disputes("a_state_of_tomorrow", "lost"));

    assertThat(dispute(returned(request)))
        .isEqualTo(
            new ProviderDispute(
                Optional.of("dp_1"),
                DisputeStatus.NEEDS_RESPONSE,
                Optional.of(eur(400)),
                "fraudulent",
                Optional.of(Instant.ofEpochSecond(1_790_000_000))));
    assertThat(dispute(returned(request)).status()).isEqualTo(DisputeStatus.LOST);
    assertThat(dispute(returned(request)).status()).isEqualTo(DisputeStatus.WON);
    assertThat(dispute(returned(request)).status()).isEqualTo(DisputeStatus.NEEDS_RESPONSE);
  }

  @Test
  void an_unreadable_dispute_is_queried_again_unless_the_key_lacks_the_permission() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid().replace("\"disputed\": false", "\"disputed\": true"));
    stripe.on("GET /v1/disputes", 500, "{}");
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);

    stripe.on("GET /v1/disputes", 403, "{}");
    assertThat(dispute(returned(request))).isEqualTo(StripeDetails.unknownDispute());
  }

  private static ProviderDispute dispute(Outcome approved) {
    return ((Outcome.Approved) approved)
        .provider()
        .map(ProviderDetails::disputes)
        .flatMap(ProviderDispute::mostUrgent)
        .orElseThrow();
  }

  private static Answer disputes(String one, String other) {
    return new Answer(
        200,
        """
        {"object": "list", "data": [{"id": "dp_2", "status": "%s", "reason": "general"},
          {"id": "dp_1", "status": "%s", "reason": "fraudulent", "amount": 400, "currency": "eur",
           "evidence_details": {"due_by": 1790000000}}]}\
        """
            .formatted(one, other));
  }

  @ParameterizedTest
  @CsvSource({
    "open, , RequiresAction",
    "open, requires_payment_method, RequiresAction",
    "open, requires_action, RequiresAction",
    "complete, succeeded, Approved",
    "complete, requires_capture, Approved",
    "complete, processing, Pending",
    "complete, requires_action, Pending",
    "complete, requires_payment_method, Declined",
    "open, succeeded, Approved",
    "expired, , Absent",
    "expired, requires_payment_method, Absent",
    "complete, canceled, Absent",
    "complete, a_state_of_tomorrow, Unreachable",
    "tomorrow, , Unreachable",
  })
  void the_intent_determines_the_outcome_and_without_one_the_session(
      String status, @org.jspecify.annotations.Nullable String intent, String expected) {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    String method = "requires_capture".equals(intent) ? "manual" : "automatic";
    stripe.on(LOOK, session(status, intent == null ? "null" : intent(intent, method, 1000, 1000)));

    Inquiry inquiry = connector.inquire(about(request), soon());

    Object said = inquiry instanceof Inquiry.Found(Outcome outcome) ? outcome : inquiry;
    assertThat(said.getClass().getSimpleName()).isEqualTo(expected);
  }

  @Test
  void a_processing_payment_is_awaited_without_a_time_limit() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, session("complete", intent("processing", "automatic", 0, 0)));
    now.updateAndGet(before -> before.plus(Duration.ofDays(5)));

    assertThat(connector.inquire(about(request), soon()))
        .isEqualTo(new Inquiry.Found(new Outcome.Pending()));
  }

  @Test
  void another_amount_is_reported_unchanged_and_another_currency_is_not_trusted() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, session("complete", intent("succeeded", "automatic", 900, 0)));
    assertThat(returned(request).ofAsked(eur(1000))).isInstanceOf(Outcome.OtherAmount.class);

    stripe.on(
        LOOK,
        session(
            "complete", intent("succeeded", "automatic", 1000, 0, "usd", StripeJson.CHARGE, "")));
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);
  }

  @Test
  void nothing_of_a_payer_s_card_or_of_a_message_is_written_down() {
    approved(Capture.AUTOMATIC);

    assertThat(db.list("SELECT e::text FROM connector_exchange e", row -> row.getString(1)))
        .isNotEmpty()
        .noneMatch(row -> row.contains("4242") || row.contains("Lovelace"));
  }
}
