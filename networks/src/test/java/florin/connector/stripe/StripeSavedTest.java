package florin.connector.stripe;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Connector.ProviderListing;
import florin.connector.Credential;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ProviderObject;
import florin.connector.Requests;
import florin.connector.remote.RemoteExchanges;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Charges of saved cards without the payer. */
class StripeSavedTest extends StripeConnectorFixture {
  private static final String CHARGE = "POST /v1/payment_intents";
  private static final String CHARGES = "GET /v1/payment_intents";
  private static final String DETACH = "POST /v1/payment_methods/pm_1/detach";
  private static final String CUSTOMER = "GET /v1/customers/cus_1";
  private static final String METHOD = "GET /v1/payment_methods/pm_1";
  private static final String NONE = "{\"object\": \"list\", \"has_more\": false, \"data\": []}";

  @BeforeEach
  void setDefaults() {
    stripe.on(CHARGES, NONE);
    stripe.on(CANCEL, intent("canceled", "pa_x"));
  }

  private Credential.Saved saved() {
    return new Credential.Saved(id.text(), Map.of("customer", "cus_1", "payment_method", "pm_1"));
  }

  private AuthorizeRequest charge(Capture capture) {
    return Requests.authorize(
        Requests.reference(),
        Requests.REALM,
        eur(1000),
        capture,
        saved(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  private static String intent(String status, String reference) {
    boolean held = status.equals("requires_capture");
    return StripeJson.intent(
        status,
        held ? "manual" : "automatic",
        status.equals("succeeded") ? 1000 : 0,
        held ? 1000 : 0,
        "eur",
        StripeJson.CHARGE,
        "\"florin\": \"%1$s\", \"florin_charge\": \"%1$s\"".formatted(reference));
  }

  private void makeListed(AuthorizeRequest request, String status) {
    makeListed(intent(status, request.reference().toString()));
  }

  private void makeListed(String made) {
    stripe.on(CHARGES, "{\"has_more\": false, \"data\": [%s]}".formatted(made));
    stripe.on(INTENT, made);
  }

  private AuthorizeRequest lost() {
    return lost(Capture.MANUAL);
  }

  private AuthorizeRequest lost(Capture capture) {
    AuthorizeRequest request = charge(capture);
    stripe.on(CHARGE, StripeStandIn.LOST);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    stripe.forget();
    return request;
  }

  @Test
  void a_charge_names_the_card_and_florins_reference() {
    AuthorizeRequest request = charge(Capture.AUTOMATIC);
    stripe.on(CHARGE, intent("succeeded", request.reference().toString()));

    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Approved.class);

    assertThat(StripeSpec.tree(stripe.last().form()))
        .containsEntry("customer", "cus_1")
        .containsEntry("payment_method", "pm_1")
        .containsEntry("off_session", "true")
        .containsEntry(
            "metadata",
            Map.of(
                "florin", request.reference().toString(),
                "florin_charge", request.reference().toString()));
    assertThat(stripe.last().key()).isEqualTo(request.reference() + ":charge");
  }

  @Test
  void a_cancel_of_a_charge_that_never_arrived_holds_nothing_once_it_can_no_longer_arrive() {
    AuthorizeRequest request = lost();

    assertThat(cancel(request)).isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.inquire(about(request), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(RemoteExchanges.MAY_STILL_ARRIVE)));

    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));
    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(0)));

    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    assertThat(stripe.calls()).doesNotContain(CHARGE, CANCEL);
  }

  @Test
  void a_charge_that_never_arrived_is_unclear_until_it_is_canceled() {
    AuthorizeRequest request = lost();
    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));

    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Unclear());
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void a_cancel_repeats_its_outcome_after_a_crash() {
    AuthorizeRequest request = lost();
    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));
    var cancel = followUp(request, eur(1000));
    Outcome outcome = connector.followUp(OperationKind.CANCEL, cancel, soon());
    stripe.forget();

    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon())).isEqualTo(outcome);
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_charge_that_arrived_without_a_response_is_found_before_it_is_canceled() {
    AuthorizeRequest request = lost();
    makeListed(request, "requires_capture");
    now.updateAndGet(it -> it.plus(Duration.ofHours(1)));

    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            it -> assertThat(it.outcome()).isInstanceOf(Outcome.Approved.class));
    stripe.on(CANCEL, intent("canceled", request.reference().toString()));

    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(1000)));
    assertThat(stripe.calls()).contains(CANCEL);
  }

  @Test
  void a_list_that_is_not_whole_does_not_prove_that_a_charge_is_missing() {
    AuthorizeRequest request = lost();
    now.updateAndGet(it -> it.plus(Duration.ofHours(1)));
    stripe.on(CHARGES, NONE.replace("false", "true"));

    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);
    assertThat(cancel(request)).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void a_repeated_charge_is_looked_for_and_not_sent_if_it_exists() {
    AuthorizeRequest request = lost();
    makeListed(request, "requires_capture");

    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Approved.class);

    assertThat(stripe.calls()).containsExactly(CHARGES, INTENT);
  }

  @ParameterizedTest
  @CsvSource({"429, {}", "401, {\"error\": {}}"})
  void a_repeated_charge_is_never_reported_as_unsent(int status, String body) {
    AuthorizeRequest first = charge(Capture.AUTOMATIC);
    stripe.on(CHARGE, status, body);
    assertThat(connector.authorize(first, soon())).isInstanceOf(Outcome.NotSent.class);

    AuthorizeRequest request = lost();
    stripe.on(CHARGE, status, body);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    assertThat(stripe.calls()).containsExactly(CHARGES, CHARGE);

    stripe.on(CHARGES, status, body);
    stripe.forget();
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    assertThat(stripe.calls()).containsExactly(CHARGES);

    makeListed(request, "canceled");
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void a_required_authentication_declines_and_cancels_the_intent() {
    AuthorizeRequest request = charge(Capture.AUTOMATIC);
    stripe.on(
        CHARGE,
        402,
        """
        {"error": {"type": "card_error", "code": "authentication_required",
          "payment_intent": {"id": "pi_1", "status": "requires_payment_method"}}}\
        """);

    assertThat(connector.authorize(request, soon()))
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            it -> assertThat(it.code()).isEqualTo(ErrorCode.AUTHENTICATION_REQUIRED));
    assertThat(stripe.calls()).containsExactly(CHARGE, CANCEL);
  }

  @Test
  void a_decline_is_recorded_before_its_intent_is_canceled() {
    AuthorizeRequest request = charge(Capture.AUTOMATIC);
    stripe.on(
        CHARGE,
        402,
        """
        {"error": {"type": "card_error", "code": "authentication_required",
          "payment_intent": {"id": "pi_1", "status": "requires_payment_method"}}}\
        """);
    stripe.on(CANCEL, StripeStandIn.LOST);
    Outcome outcome = connector.authorize(request, soon());
    stripe.on(INTENT, intent("canceled", request.reference().toString()));
    makeListed(request, "canceled");

    assertThat(outcome).isInstanceOf(Outcome.Declined.class);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
  }

  @Test
  void a_charge_without_an_error_is_in_progress_and_is_canceled_once_it_takes_too_long() {
    AuthorizeRequest request = lost();
    makeListed(request, "requires_payment_method");

    assertThat(connector.inquire(about(request), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(RemoteExchanges.MAY_STILL_ARRIVE)));
    assertThat(stripe.calls()).doesNotContain(CANCEL);
    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Unclear());

    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(0)));
    assertThat(stripe.calls()).contains(CANCEL);
  }

  @Test
  void a_decline_that_an_inquiry_finds_is_kept_and_its_intent_is_canceled() {
    AuthorizeRequest request = lost();
    String error = ", \"last_payment_error\": {\"code\": \"authentication_required\"}}";
    String failed = intent("requires_payment_method", request.reference().toString());
    String made = failed.substring(0, failed.lastIndexOf('}')) + error;
    stripe.on(CHARGES, "{\"has_more\": false, \"data\": [%s]}".formatted(made));
    stripe.on(INTENT, made);

    Inquiry found = connector.inquire(about(request), soon());

    assertThat(found)
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            it -> assertThat(it.outcome()).isInstanceOf(Outcome.Declined.class));
    assertThat(stripe.calls()).contains(CANCEL);
    makeListed(request, "canceled");
    assertThat(connector.inquire(about(request), soon())).isEqualTo(found);
  }

  @Test
  void a_late_charge_is_undone_whether_it_is_held_or_paid() {
    AuthorizeRequest held = lost();
    makeListed(held, "requires_capture");
    assertThat(cancel(held))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(1000)));
    assertThat(stripe.calls()).contains(CANCEL);

    AuthorizeRequest paid = lost();
    makeListed(paid, "succeeded");
    stripe.on("POST /v1/refunds", "{\"id\": \"re_1\", \"amount\": 1000, \"currency\": \"eur\"}");
    assertThat(cancel(paid))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(1000)));
    assertThat(stripe.calls()).contains("POST /v1/refunds");
  }

  @Test
  void a_late_charge_is_refunded_after_an_inquiry_has_found_it() {
    AuthorizeRequest request = lost(Capture.AUTOMATIC);
    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    makeListed(request, "succeeded");
    stripe.on("POST /v1/refunds", "{\"id\": \"re_1\", \"amount\": 1000, \"currency\": \"eur\"}");

    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Found.class);

    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(stripe.calls()).contains("POST /v1/refunds");
  }

  @Test
  void of_a_late_charge_florin_refunds_what_a_person_has_not() {
    AuthorizeRequest paid = lost();
    makeListed(
        intent("succeeded", paid.reference().toString())
            .replace("\"disputed\": false", "\"disputed\": false, \"amount_refunded\": 400"));
    stripe.on("POST /v1/refunds", "{\"id\": \"re_1\", \"amount\": 600, \"currency\": \"eur\"}");

    assertThat(cancel(paid)).isInstanceOf(Outcome.Approved.class);
    assertThat(stripe.last().form()).contains("amount=600");
  }

  @Test
  void charges_without_a_page_are_listed_once() {
    String reference = Requests.reference().toString();
    String page = intent("succeeded", reference).replace("florin_charge", "other");
    stripe.on(
        CHARGES,
        "{\"has_more\": false, \"data\": [%s, %s]}"
            .formatted(page, intent("succeeded", reference).replace("\"pi_1\"", "\"pi_2\"")));
    Instant since = Instant.ofEpochSecond(1_790_000_000);
    stripe.on("GET /v1/checkout/sessions", NONE);

    var first = (ProviderListing.Page) connector.list(since, Optional.empty(), soon());
    var charges = (ProviderListing.Page) connector.list(since, first.next(), soon());

    assertThat(stripe.last().form()).isEqualTo("created%5Bgte%5D=1790000000&limit=100");
    assertThat(charges.objects())
        .extracting(ProviderObject::id, ProviderObject::status)
        .containsExactly(tuple("pi_2", "charge succeeded"));
    assertThat(charges.objects())
        .extracting(ProviderObject::reference)
        .extracting(OperationRef::toString)
        .containsExactly(reference);
  }

  @Test
  void a_detached_card_is_revoked_and_a_failed_detach_is_looked_up() {
    stripe.on(DETACH, "{\"id\": \"pm_1\", \"customer\": null}");
    assertThat(connector.revoke(saved(), soon())).isTrue();

    stripe.on(DETACH, new Answer(400, error("invalid_request_error", "")));
    stripe.on(METHOD, "{\"id\": \"pm_1\", \"customer\": \"cus_1\"}");
    assertThat(connector.revoke(saved(), soon())).isFalse();
    stripe.on(METHOD, "{\"id\": \"pm_1\", \"customer\": null}");
    assertThat(connector.revoke(saved(), soon())).isTrue();
    stripe.on(METHOD, 404, error("invalid_request_error", "resource_missing"));
    stripe.on(CUSTOMER, "{\"id\": \"cus_1\", \"deleted\": true}");
    assertThat(connector.revoke(saved(), soon())).isTrue();
    stripe.on(METHOD, 500, "{}");
    assertThat(connector.revoke(saved(), soon())).isFalse();
  }

  @Test
  void a_key_of_another_account_does_not_prove_that_a_card_is_detached() {
    stripe.on(DETACH, 404, error("invalid_request_error", "resource_missing"));
    stripe.on(METHOD, 404, error("invalid_request_error", "resource_missing"));
    stripe.on(CUSTOMER, 404, error("invalid_request_error", "resource_missing"));

    assertThat(connector.revoke(saved(), soon())).isFalse();
    stripe.on(CUSTOMER, 500, "{}");
    assertThat(connector.revoke(saved(), soon())).isFalse();
  }
}
