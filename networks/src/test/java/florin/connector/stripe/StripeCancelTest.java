package florin.connector.stripe;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.error;
import static florin.connector.stripe.StripeJson.expired;
import static florin.connector.stripe.StripeJson.held;
import static florin.connector.stripe.StripeJson.intent;
import static florin.connector.stripe.StripeJson.open;
import static florin.connector.stripe.StripeJson.paid;
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
import florin.core.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A cancel closes an open page or releases a hold. */
class StripeCancelTest extends StripeConnectorFixture {
  @Test
  void an_open_page_is_canceled_only_by_its_expiry() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(EXPIRE, expired());
    FollowUp cancel = followUp(request, eur(1000));

    Outcome outcome = connector.followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(0)));
    assertThat(stripe.calls()).containsExactly(LOOK, EXPIRE);
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon())).isEqualTo(outcome);
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(stripe.calls()).hasSize(2);
  }

  @Test
  void a_payer_who_pays_before_the_cancel_has_paid() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, new Answer(200, open()), new Answer(200, paid()));
    stripe.on(EXPIRE, 400, error("invalid_request_error", "resource_missing"));
    FollowUp cancel = followUp(request, eur(1000));

    Outcome outcome = connector.followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(outcome).isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).containsExactly(LOOK, EXPIRE, LOOK);
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
    assertThat(cancel(request)).isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).doesNotContain(REFUND, CANCEL);
  }

  @Test
  void a_hold_is_released_only_after_the_payment_has_recorded_it() {
    AuthorizeRequest request = waiting(Capture.MANUAL);
    stripe.on(LOOK, held());
    assertThat(cancel(request)).isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).containsExactly(LOOK);

    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    stripe.on(CANCEL, intent("canceled", "manual", 0, 0));

    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(1000)));
    stripe.on(LOOK, session("complete", intent("canceled", "manual", 0, 0)));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
  }

  @Test
  void a_cancel_with_a_kept_error_was_not_executed_if_the_amount_is_still_held() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    FollowUp cancel = followUp(request, eur(1000));
    stripe.on(CANCEL, StripeStandIn.keptError());
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    Outcome outcome = connector.followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(outcome).isEqualTo(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    assertThat(stripe.calls()).containsExactly(LOOK, CANCEL, LOOK, CANCEL, LOOK);
    FollowUp done = followUp(request, eur(1000));
    stripe.on(CANCEL, StripeStandIn.keptError());
    stripe.on(
        LOOK,
        new Answer(200, held()),
        new Answer(200, held()),
        new Answer(200, session("complete", intent("canceled", "manual", 0, 0))));
    connector.followUp(OperationKind.CANCEL, done, soon());
    assertThat(connector.followUp(OperationKind.CANCEL, done, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.inquire(about(OperationKind.CANCEL, done), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found ->
                assertThat(((Outcome.Approved) found.outcome()).amount()).isEqualTo(eur(1000)));
  }

  @Test
  void a_cancel_with_a_lost_response_is_not_given_up_too_early() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(EXPIRE, StripeStandIn.LOST);
    FollowUp cancel = followUp(request, eur(1000));
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(RemoteExchanges.MAY_STILL_ARRIVE)));
    now.updateAndGet(before -> before.plus(Duration.ofSeconds(91)));
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Unclear());
    stripe.on(LOOK, expired());
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isInstanceOf(Outcome.Approved.class);
  }
}
