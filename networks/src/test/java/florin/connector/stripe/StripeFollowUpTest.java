package florin.connector.stripe;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.error;
import static florin.connector.stripe.StripeJson.intent;
import static florin.connector.stripe.StripeJson.refund;
import static florin.connector.stripe.StripeJson.session;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.remote.RemoteExchanges;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Money;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures and refunds, including those whose response was lost. */
class StripeFollowUpTest extends StripeConnectorFixture {
  @Test
  void a_partial_capture_names_its_operation() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    stripe.on(CAPTURE, intent("succeeded", "manual", 400, 0));
    FollowUp capture = followUp(request, eur(400));

    Outcome outcome = connector.followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(400)));
    assertThat(stripe.last().form())
        .isEqualTo("amount_to_capture=400&metadata%5Bflorin_capture%5D=" + capture.reference());
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(stripe.calls()).containsExactly(CAPTURE);
    // A partial capture does not change the authorized amount.
    stripe.on(LOOK, session("complete", intent("succeeded", "manual", 400, 0)));
    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found ->
                assertThat(found.outcome().ofAsked(eur(1000)))
                    .isInstanceOf(Outcome.Approved.class));
  }

  @Test
  void a_capture_with_a_lost_response_is_found_only_by_its_own_reference() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    stripe.on(CAPTURE, StripeStandIn.LOST);
    FollowUp capture = followUp(request, eur(1000));
    assertThat(connector.followUp(OperationKind.CAPTURE, capture, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    stripe.on(INTENT, intent("requires_capture", "manual", 0, 1000));
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(RemoteExchanges.MAY_STILL_ARRIVE)));
    stripe.on(INTENT, captured("att_other"));
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Declined.class));

    stripe.on(INTENT, captured(capture.reference().toString()));

    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
  }

  @Test
  void a_capture_in_the_providers_dashboard_counts_as_captured() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    FollowUp capture = followUp(request, eur(1000));
    stripe.on(CAPTURE, 500, "{}");
    connector.followUp(OperationKind.CAPTURE, capture, soon());

    stripe.on(INTENT, intent("succeeded", "manual", 1000, 0));

    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
  }

  private static String captured(String by) {
    return intent(
        "succeeded", "manual", 1000, 0, "eur", "\"ch_1\"", "\"florin_capture\": \"" + by + "\"");
  }

  @Test
  void an_impossible_capture_or_refund_is_not_sent() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    var dollars = new Money(100, Currency.get("usd"));

    for (FollowUp wrong : List.of(followUp(request, eur(0)), followUp(request, dollars))) {
      assertThat(connector.followUp(OperationKind.CAPTURE, wrong, soon()))
          .isInstanceOf(Outcome.Declined.class);
    }
    assertThat(
            connector.followUp(
                OperationKind.REFUND, followUp(request(Capture.AUTOMATIC), eur(100)), soon()))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_refund_is_pending_then_succeeds_and_may_fail_late() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, refund("pending", refund.reference().toString()));

    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isEqualTo(new Outcome.Pending());

    assertThat(stripe.last().form())
        .isEqualTo("payment_intent=pi_1&amount=300&metadata%5Bflorin%5D=" + refund.reference());
    stripe.on("GET /v1/refunds/re_1", refund("succeeded", ""));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(((Outcome.Approved) found.outcome()).amount()).isEqualTo(eur(300)));
    stripe.on("GET /v1/refunds/re_1", refund("failed", ""));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found ->
                assertThat(((Outcome.Declined) found.outcome()).declineCode())
                    .contains(DeclineCode.LOST_CARD));
  }

  @Test
  void a_refund_with_a_lost_response_is_searched_among_all_of_the_payment() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, StripeStandIn.LOST);
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    stripe.on(REFUNDS, list(true, "att_other"), list(false, refund.reference().toString()));

    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));

    assertThat(stripe.last().form()).contains("starting_after=re_1");
    FollowUp never = followUp(request, eur(100));
    assertThat(connector.followUp(OperationKind.REFUND, never, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    stripe.on(REFUNDS, list(false, "att_other"));
    assertThat(connector.inquire(about(OperationKind.REFUND, never), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(RemoteExchanges.MAY_STILL_ARRIVE)));
    now.updateAndGet(before -> before.plus(Duration.ofSeconds(91)));
    assertThat(connector.inquire(about(OperationKind.REFUND, never), soon()))
        .isEqualTo(new Inquiry.Unclear());
  }

  @Test
  void a_refund_with_a_kept_error_was_not_executed_if_a_later_list_lacks_it() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, StripeStandIn.keptError());
    stripe.on(REFUNDS, list(false, "att_other"));
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    // A list that was read before the replayed error proves nothing.
    now.updateAndGet(before -> before.plus(Duration.ofSeconds(91)));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isEqualTo(new Inquiry.Unclear());
    stripe.forget();

    Outcome outcome = connector.followUp(OperationKind.REFUND, refund, soon());

    assertThat(outcome).isEqualTo(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    assertThat(stripe.calls()).containsExactly(REFUND, REFUNDS);
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pending", "requires_action", "succeeded", "failed", "canceled", "a_new_status"})
  void a_refund_with_a_kept_error_that_exists_has_its_own_outcome(String status) {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, StripeStandIn.keptError());
    stripe.on(
        REFUNDS,
        list(true, "att_other"),
        new Answer(
            200,
            "{\"object\": \"list\", \"has_more\": false, \"data\": [%s]}"
                .formatted(refund(status, refund.reference().toString()))));
    connector.followUp(OperationKind.REFUND, refund, soon());

    Outcome outcome = connector.followUp(OperationKind.REFUND, refund, soon());

    Class<? extends Outcome> expected =
        switch (status) {
          case "succeeded" -> Outcome.Approved.class;
          case "pending", "requires_action" -> Outcome.Pending.class;
          case "failed", "canceled" -> Outcome.Declined.class;
          default -> Outcome.Unknown.class;
        };
    assertThat(outcome)
        .isInstanceOf(expected)
        .isNotEqualTo(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    assertThat(exchanges.findExternalId(refund.reference())).contains("re_1");
  }

  @Test
  void a_kept_error_decides_nothing_if_the_refunds_cannot_be_listed() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, StripeStandIn.keptError());
    stripe.on(REFUNDS, 500, "{}");
    connector.followUp(OperationKind.REFUND, refund, soon());

    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void a_capture_with_a_kept_error_was_not_executed_if_the_amount_is_still_held() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    FollowUp capture = followUp(request, eur(1000));
    stripe.on(CAPTURE, StripeStandIn.keptError());
    stripe.on(INTENT, intent("requires_capture", "manual", 0, 1000));
    assertThat(connector.followUp(OperationKind.CAPTURE, capture, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(stripe.calls()).containsExactly(CAPTURE);

    Outcome outcome = connector.followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(outcome).isEqualTo(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    assertThat(stripe.calls()).containsExactly(CAPTURE, CAPTURE, INTENT);
    FollowUp done = followUp(request, eur(1000));
    stripe.on(CAPTURE, StripeStandIn.keptError());
    stripe.on(INTENT, captured(done.reference().toString()));
    connector.followUp(OperationKind.CAPTURE, done, soon());
    assertThat(connector.followUp(OperationKind.CAPTURE, done, soon()))
        .isInstanceOf(Outcome.Approved.class);
  }

  private static Answer list(boolean more, String reference) {
    return new Answer(
        200,
        "{\"object\": \"list\", \"has_more\": %s, \"data\": [%s]}"
            .formatted(more, refund("succeeded", reference)));
  }

  @Test
  void a_repetition_that_was_not_sent_is_not_reported_so_if_the_first_may_have_arrived() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    Answer busy = new Answer(429, error("invalid_request_error", "lock_timeout"));
    stripe.on(REFUND, StripeStandIn.LOST, StripeStandIn.LOST, busy);
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.followUp(OperationKind.REFUND, followUp(request, eur(300)), soon()))
        .isEqualTo(new Outcome.NotSent());
    assertThat(stripe.heard())
        .filteredOn(it -> it.call().equals(REFUND))
        .extracting(StripeStandIn.Heard::key)
        .startsWith(
            refund.reference() + ":refund",
            refund.reference() + ":refund",
            refund.reference() + ":refund");
  }

  @Test
  void a_rejected_refund_is_known_after_a_crash_and_a_reference_is_of_one_operation() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, 400, error("invalid_request_error", "charge_already_refunded"));

    Outcome refused = connector.followUp(OperationKind.REFUND, refund, soon());

    assertThat(refused).isEqualTo(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isEqualTo(new Inquiry.Found(refused));
    assertThat(connector.followUp(OperationKind.CAPTURE, refund, soon()))
        .isEqualTo(RemoteExchanges.TAKEN);
    assertThat(stripe.calls()).containsExactly(REFUND);
  }
}
