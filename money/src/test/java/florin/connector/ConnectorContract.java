package florin.connector;

import static florin.connector.AuthorizeRequest.Capture.AUTOMATIC;
import static florin.connector.AuthorizeRequest.Capture.MANUAL;
import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.reference;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Currency;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * The rules that every connector must follow. A connector's own suite extends this class, provides
 * the payer, and gives access to the network's ledger. If the payers of a connector pay on the
 * provider's page, its capability selects the expected behavior. {@link OwnReferencesContract} has
 * more rules for networks that store Florin's references.
 */
public abstract class ConnectorContract extends AuthorizationContract {
  @Test
  void captures_and_refunds_return_the_executed_amount() {
    var held = approvedHold(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CAPTURE, followUp(held, eur(700)), soon()), eur(700));
    assertApproved(
        connector().followUp(OperationKind.REFUND, followUp(held, eur(200)), soon()), eur(200));
  }

  @Test
  void a_canceled_sale_charges_nothing_unless_the_payer_paid_on_the_providers_page() {
    var request = approvedSale(eur(1000));

    var outcome = connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());

    if (isHosted()) {
      assertDeclined(outcome);
      assertThat(net(request.reference())).isEqualTo(eur(1000));
      assertThat(connector().inquire(about(request), soon()))
          .isInstanceOfSatisfying(Inquiry.Found.class, found -> assertApproved(found.outcome()));
    } else {
      assertApproved(outcome);
      assertThat(net(request.reference())).isEqualTo(eur(0));
      assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    }
  }

  @Test
  protected void a_cancel_of_a_page_that_waits_for_its_payer_leaves_nothing_to_pay() {
    var request = shopper().paying(eur(1000), AUTOMATIC);
    connector().authorize(request, soon());

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));

    if (isHosted()) {
      assertThatThrownBy(() -> shopper().pay(request)).isInstanceOf(IllegalStateException.class);
    }
    assertThat(net(request.reference())).isEqualTo(eur(0));
    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void a_canceled_hold_cannot_be_captured() {
    var request = approvedHold(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));

    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(request, eur(1000)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_repeated_cancel_is_acknowledged_with_the_same_and_with_another_reference() {
    var request = approvedToCancel(eur(1000));
    var cancel = followUp(request, eur(1000));

    var first = connector().followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(connector().followUp(OperationKind.CANCEL, cancel, soon())).isEqualTo(first);
    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_cancel_of_a_declined_authorization_is_acknowledged() {
    var request = shopper().refused(AUTOMATIC);
    connector().authorize(request, soon());

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
  }

  @Test
  void a_cancel_of_an_unknown_reference_is_acknowledged_and_blocks_a_late_arrival() {
    var late = shopper().paying(eur(1000), AUTOMATIC);

    assertApproved(connector().followUp(OperationKind.CANCEL, followUp(late, eur(1000)), soon()));
    if (connector().authorize(late, soon()) instanceof Outcome.Approved) {
      assertApproved(connector().followUp(OperationKind.CANCEL, followUp(late, eur(1000)), soon()));
    }

    assertThat(net(late.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_cancel_is_too_late_after_a_capture_or_a_refund() {
    var captured = approvedHold(eur(1000));
    assertApproved(
        connector().followUp(OperationKind.CAPTURE, followUp(captured, eur(1000)), soon()));
    var refunded = approvedSale(eur(1000));
    assertApproved(connector().followUp(OperationKind.REFUND, followUp(refunded, eur(1)), soon()));

    assertDeclined(
        connector().followUp(OperationKind.CANCEL, followUp(captured, eur(1000)), soon()));
    assertDeclined(
        connector().followUp(OperationKind.CANCEL, followUp(refunded, eur(1000)), soon()));
    assertThat(net(captured.reference())).isEqualTo(eur(1000));
    assertThat(net(refunded.reference())).isEqualTo(eur(999));
  }

  @Test
  void a_capture_takes_the_full_amount() {
    var request = approvedHold(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CAPTURE, followUp(request, eur(1000)), soon()));

    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void a_capture_of_a_part_releases_the_rest() {
    var request = approvedHold(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CAPTURE, followUp(request, eur(400)), soon()));

    assertThat(net(request.reference())).isEqualTo(eur(400));
  }

  @Test
  void a_repeated_capture_returns_the_same_outcome_and_captures_once() {
    var request = approvedHold(eur(1000));
    var capture = followUp(request, eur(400));

    var first = connector().followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(connector().followUp(OperationKind.CAPTURE, capture, soon())).isEqualTo(first);
    assertThat(net(request.reference())).isEqualTo(eur(400));
  }

  @Test
  void a_capture_above_the_authorized_amount_is_declined() {
    var request = approvedHold(eur(1000));

    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(request, eur(1001)), soon()));

    assertThat(net(request.reference())).isEqualTo(eur(1000));
    assertApproved(
        connector().followUp(OperationKind.CAPTURE, followUp(request, eur(1000)), soon()));
  }

  @Test
  void a_capture_of_nothing_or_in_another_currency_is_declined() {
    var request = approvedHold(eur(1000));
    var dollars = new Money(1000, Currency.get("usd"));

    assertDeclined(connector().followUp(OperationKind.CAPTURE, followUp(request, eur(0)), soon()));
    assertDeclined(connector().followUp(OperationKind.CAPTURE, followUp(request, dollars), soon()));
  }

  @Test
  void one_of_many_concurrent_captures_succeeds() {
    var request = approvedHold(eur(1000));

    var outcomes =
        allAtOnce(
            CROWD,
            () -> connector().followUp(OperationKind.CAPTURE, followUp(request, eur(600)), soon()));

    assertThat(outcomes.stream().filter(Outcome.Approved.class::isInstance)).hasSize(1);
    assertThat(outcomes.stream().filter(Outcome.Declined.class::isInstance)).hasSize(CROWD - 1);
    assertThat(net(request.reference())).isEqualTo(eur(600));
  }

  @Test
  void one_of_a_concurrent_capture_and_cancel_succeeds() {
    var request = approvedHold(eur(1000));
    Callable<Outcome> capture =
        () -> connector().followUp(OperationKind.CAPTURE, followUp(request, eur(1000)), soon());
    Callable<Outcome> cancel =
        () -> connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());

    var outcomes = allAtOnce(List.of(capture, cancel));

    assertThat(outcomes.stream().filter(Outcome.Approved.class::isInstance)).hasSize(1);
    boolean captured = outcomes.get(0) instanceof Outcome.Approved;
    assertThat(net(request.reference())).isEqualTo(captured ? eur(1000) : eur(0));
  }

  @Test
  void a_capture_is_declined_for_a_sale_a_decline_and_an_unknown_authorization() {
    var declined = shopper().refused(MANUAL);
    connector().authorize(declined, soon());
    var unknown = shopper().paying(eur(1000), MANUAL);

    assertDeclined(
        connector()
            .followUp(OperationKind.CAPTURE, followUp(approvedSale(eur(1000)), eur(1000)), soon()));
    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(declined, eur(1000)), soon()));
    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(unknown, eur(1000)), soon()));
  }

  @Test
  void refunds_in_parts_succeed_until_everything_is_refunded() {
    var request = approvedSale(eur(1000));

    assertApproved(connector().followUp(OperationKind.REFUND, followUp(request, eur(300)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(700));
    assertApproved(connector().followUp(OperationKind.REFUND, followUp(request, eur(700)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
    assertDeclined(connector().followUp(OperationKind.REFUND, followUp(request, eur(1)), soon()));
  }

  @Test
  void a_repeated_refund_returns_the_same_outcome_and_refunds_once() {
    var request = approvedSale(eur(1000));
    var refund = followUp(request, eur(300));

    var outcomes =
        allAtOnce(CROWD, () -> connector().followUp(OperationKind.REFUND, refund, soon()));

    assertThat(outcomes).hasOnlyElementsOfType(Outcome.Approved.class);
    assertThat(net(request.reference())).isEqualTo(eur(700));
  }

  @Test
  void a_refund_of_more_than_was_captured_is_declined() {
    var request = approvedHold(eur(1000));
    connector().followUp(OperationKind.CAPTURE, followUp(request, eur(400)), soon());

    assertDeclined(connector().followUp(OperationKind.REFUND, followUp(request, eur(401)), soon()));
    assertApproved(connector().followUp(OperationKind.REFUND, followUp(request, eur(400)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  protected void concurrent_refunds_never_exceed_the_captured_amount() {
    var request = approvedSale(eur(1000));

    var outcomes =
        allAtOnce(
            CROWD,
            () -> connector().followUp(OperationKind.REFUND, followUp(request, eur(300)), soon()));

    assertThat(outcomes.stream().filter(Outcome.Approved.class::isInstance)).hasSize(3);
    assertThat(net(request.reference())).isEqualTo(eur(100));
  }

  @Test
  void a_refund_is_declined_before_a_capture_and_after_a_cancel() {
    var held = approvedHold(eur(1000));
    var canceled = approvedToCancel(eur(1000));
    connector().followUp(OperationKind.CANCEL, followUp(canceled, eur(1000)), soon());

    assertDeclined(connector().followUp(OperationKind.REFUND, followUp(held, eur(1000)), soon()));
    assertDeclined(
        connector().followUp(OperationKind.REFUND, followUp(canceled, eur(1000)), soon()));
  }

  @Test
  void a_refund_is_declined_in_another_currency() {
    var request = approvedSale(eur(1000));

    assertDeclined(
        connector()
            .followUp(
                OperationKind.REFUND,
                followUp(request, new Money(100, Currency.get("usd"))),
                soon()));
  }

  @Test
  void authorizations_of_another_realm_cannot_be_changed() {
    var request = approvedHold(eur(1000));
    var stranger = Realm.of(2, Mode.TEST);

    var theirs = new FollowUp(reference(), request.reference(), stranger, eur(1000));
    assertDeclined(connector().followUp(OperationKind.CAPTURE, theirs, soon()));
    assertDeclined(
        connector()
            .followUp(
                OperationKind.CANCEL,
                new FollowUp(reference(), request.reference(), stranger, eur(1000)),
                soon()));
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void concurrent_cancels_are_all_acknowledged_and_executed_once() {
    var request = approvedToCancel(eur(1000));

    var outcomes =
        allAtOnce(
            CROWD,
            () -> connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));

    assertThat(outcomes).hasOnlyElementsOfType(Outcome.Approved.class);
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void nothing_is_booked_under_a_reference_of_another_operation() {
    var request = approvedHold(eur(1000));
    var capture = followUp(request, eur(1000));
    connector().followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(connector().followUp(OperationKind.REFUND, capture, soon()))
        .isNotInstanceOf(Outcome.Approved.class);
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }
}
