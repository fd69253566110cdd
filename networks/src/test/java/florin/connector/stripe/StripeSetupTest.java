package florin.connector.stripe;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.error;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Credential;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.Requests;
import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.ErrorCode;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cards that payers save on Stripe's page without a payment. */
class StripeSetupTest extends StripeConnectorFixture {
  private static final String CARD =
      """
      {"id": "pm_1", "object": "payment_method", "type": "card",
       "billing_details": {"name": "Ada Lovelace", "address": {"country": "GB", "postal_code": "W1"}},
       "card": {"brand": "mastercard", "last4": "4444", "exp_month": 7, "exp_year": 2033, "funding": "debit",
         "checks": {"cvc_check": "pass"}}}\
      """;

  private static final String AUTHENTICATED =
      """
      {"result": "authenticated", "version": "2.2.0", "electronic_commerce_indicator": "05",
       "transaction_id": "6f1c5a0e-0000-4000-8000-000000000000"}\
      """;

  private static final String OPEN = session("open", intent("requires_payment_method", "null"));

  @BeforeEach
  void setDefaults() {
    stripe.on(CREATE, OPEN);
    stripe.on(LOOK, OPEN);
    stripe.on(EXPIRE, session("expired", intent("canceled", "null")));
  }

  private static String session(String status, String intent) {
    return """
    {"id": "cs_test_a1", "object": "checkout.session", "mode": "setup", "livemode": false, "status": "%s",
     "payment_status": "no_payment_required", "amount_total": null, "currency": null, "expires_at": 1790000000,
     "url": %s, "customer_details": {"email": "ada@example.com"}, "payment_intent": null, "setup_intent": %s}\
    """
        .formatted(
            status,
            status.equals("open") ? "\"https://checkout.stripe.com/c/pay/cs_test_a1#x\"" : "null",
            intent);
  }

  private static String intent(String status, String customer) {
    return intent(status, customer, "null");
  }

  private static String intent(String status, String customer, String authentication) {
    return """
    {"id": "seti_1", "object": "setup_intent", "status": "%s", "usage": "off_session", "customer": %s,
     "payment_method": %s, "latest_attempt": {"payment_method_details": {"card": {"three_d_secure": %s}}}}\
    """
        .formatted(status, customer, status.equals("succeeded") ? CARD : "null", authentication);
  }

  private static String saved(String authentication) {
    return session("complete", intent("succeeded", "\"cus_1\"", authentication));
  }

  private static AuthorizeRequest setup() {
    return Requests.authorize(
        Requests.reference(),
        Requests.REALM,
        eur(0),
        Capture.AUTOMATIC,
        new Credential.Page(List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.of(URI.create("https://pay.shop.example/return/abc")));
  }

  private AuthorizeRequest waiting() {
    AuthorizeRequest request = setup();
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.RequiresAction.class);
    stripe.forget();
    return request;
  }

  private Outcome cancelSetup(AuthorizeRequest request) {
    return connector.followUp(OperationKind.CANCEL, followUp(request, eur(0)), soon());
  }

  @Test
  void a_payer_is_redirected_to_a_page_that_saves_a_card() {
    AuthorizeRequest request = setup();

    Outcome outcome = connector.authorize(request, soon());

    assertThat(outcome)
        .isEqualTo(
            new Outcome.RequiresAction(
                "cs_test_a1",
                new PayerAction.Redirect(
                    URI.create("https://checkout.stripe.com/c/pay/cs_test_a1#x"),
                    Instant.ofEpochSecond(1_790_000_000))));
    assertThat(StripeSpec.tree(stripe.last().form()))
        .containsEntry("mode", "setup")
        .containsEntry("customer_creation", "always")
        .doesNotContainKeys("line_items", "payment_intent_data", "adaptive_pricing");
    assertThat(stripe.last().key()).isEqualTo(request.reference() + ":create");
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    assertThat(connector.authorize(request, soon())).isEqualTo(outcome);
    assertThat(stripe.calls()).containsOnlyOnce(CREATE);
  }

  @Test
  void a_saved_card_is_reported_with_its_credential_and_its_authentication() {
    AuthorizeRequest request = waiting();
    stripe.on(LOOK, saved(AUTHENTICATED));

    Outcome.Approved approved = (Outcome.Approved) returned(request);

    assertThat(approved.amount()).isEqualTo(eur(0));
    assertThat(approved.connectorReference()).isEqualTo("seti_1");
    assertThat(approved.threeDSecure())
        .contains(
            new ThreeDSecureResult(
                "2.2.0",
                Optional.of("05"),
                Optional.empty(),
                Optional.of("6f1c5a0e-0000-4000-8000-000000000000"),
                TransStatus.Y));
    ProviderDetails details = approved.provider().orElseThrow();
    assertThat(details.card()).contains(new PaidCard("mastercard", "4444", 7, 2033, "debit"));
    assertThat(details.ids())
        .isEqualTo(Map.of("checkout_session", "cs_test_a1", "setup_intent", "seti_1"));
    assertThat(details.page())
        .contains(URI.create("https://dashboard.stripe.com/test/customers/cus_1"));
    assertThat(details.saved())
        .contains(
            new Credential.Saved(id.text(), Map.of("customer", "cus_1", "payment_method", "pm_1")));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(approved));
  }

  @ParameterizedTest
  @CsvSource({"attempt_acknowledged, A", "exempted,", "failed,", "not_supported,"})
  void only_an_authentication_or_its_attempt_is_evidence(String result, TransStatus status) {
    AuthorizeRequest request = waiting();
    stripe.on(LOOK, saved(AUTHENTICATED.replace("authenticated", result)));

    assertThat(((Outcome.Approved) returned(request)).threeDSecure())
        .map(ThreeDSecureResult::transStatus)
        .isEqualTo(Optional.ofNullable(status));
  }

  @Test
  void a_setup_that_saved_no_card_or_is_a_payment_is_not_approved() {
    AuthorizeRequest request = waiting();
    stripe.on(LOOK, session("complete", intent("succeeded", "null")));
    assertThat(connector.inquire(about(request), soon()))
        .isEqualTo(new Inquiry.Unreachable("a setup that saved no card"));

    stripe.on(LOOK, StripeJson.open());
    assertThat(connector.inquire(about(request), soon()))
        .isEqualTo(new Inquiry.Unreachable("a page for another amount"));

    AuthorizeRequest payment = request(Capture.AUTOMATIC);
    stripe.on(CREATE, StripeJson.open());
    connector.authorize(payment, soon());
    stripe.on(LOOK, saved("null"));
    assertThat(connector.inquire(about(payment), soon()))
        .isEqualTo(new Inquiry.Unreachable("a setup that saved no card"));
  }

  @Test
  void a_setup_that_takes_its_time_stays_pending_and_a_failed_one_is_declined() {
    AuthorizeRequest request = waiting();
    stripe.on(LOOK, session("complete", intent("processing", "null")));
    assertThat(returned(request)).isEqualTo(new Outcome.Pending());

    String failed = intent("requires_payment_method", "null");
    stripe.on(
        LOOK,
        session(
            "complete",
            failed.substring(0, failed.lastIndexOf('}'))
                + ", \"last_setup_error\": {\"type\": \"card_error\", \"code\": \"setup_intent_authentication_failure\"}}"));
    assertThat(returned(request))
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            it -> assertThat(it.code()).isEqualTo(ErrorCode.AUTHENTICATION_FAILED));
  }

  @Test
  void an_expired_page_saves_nothing() {
    AuthorizeRequest request = waiting();
    stripe.on(LOOK, session("expired", intent("canceled", "null")));

    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void an_unknown_outcome_of_the_creation_is_harmless() {
    AuthorizeRequest request = setup();
    stripe.on(CREATE, StripeStandIn.LOST);

    assertThat(connector.authorize(request, soon())).isEqualTo(new Outcome.NotSent());

    assertThat(stripe.calls()).containsExactly(CREATE, CREATE);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void a_canceled_setup_expires_its_page() {
    AuthorizeRequest request = waiting();

    assertThat(cancelSetup(request)).isInstanceOf(Outcome.Approved.class);

    assertThat(stripe.calls()).containsExactly(LOOK, EXPIRE);
  }

  @Test
  void a_cancel_after_the_payer_saved_the_card_is_too_late() {
    AuthorizeRequest request = waiting();
    stripe.on(EXPIRE, new Answer(400, error("invalid_request_error", "")));
    stripe.on(LOOK, new Answer(200, OPEN), new Answer(200, saved("null")));

    assertThat(cancelSetup(request)).isInstanceOf(Outcome.Declined.class);

    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            it -> assertThat(it.outcome()).isInstanceOf(Outcome.Approved.class));
  }

  @Test
  void a_setup_is_never_captured_or_refunded() {
    AuthorizeRequest request = waiting();
    stripe.on(LOOK, saved("null"));
    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    stripe.forget();

    for (OperationKind operation : List.of(OperationKind.CAPTURE, OperationKind.REFUND)) {
      assertThat(connector.followUp(operation, followUp(request, eur(1)), soon()))
          .isInstanceOf(Outcome.Declined.class);
    }
    assertThat(stripe.calls()).isEmpty();
  }
}
