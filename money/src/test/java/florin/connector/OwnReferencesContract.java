package florin.connector;

import static florin.connector.AuthorizeRequest.Capture.AUTOMATIC;
import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The additional rules for a connector whose network finds operations only through Florin's
 * references, like the simulator and ISO 8583. Any node can query such an operation without knowing
 * the request.
 */
public abstract class OwnReferencesContract extends ConnectorContract {
  /** Returns the connector of another node, which has nothing in memory. */
  protected abstract Connector anotherNode();

  @Test
  void approves_with_the_networks_own_code() {
    assertThat(connector().authorize(shopper().paying(eur(1000), AUTOMATIC), soon()))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, approved -> assertThat(approved.responseCode()).contains("00"));
  }

  @Test
  void another_node_finds_operations_that_this_one_sent() {
    var sale = shopper().paying(eur(1000), AUTOMATIC);
    var outcome = connector().authorize(sale, soon());
    var refund = followUp(sale, eur(300));
    connector().followUp(OperationKind.REFUND, refund, soon());

    assertThat(anotherNode().inquire(about(sale), soon())).isEqualTo(new Inquiry.Found(outcome));
    assertThat(anotherNode().inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOf(Inquiry.Found.class);
  }

  @Test
  void an_inquiry_reports_an_unsent_operation_as_absent_and_closes_the_reference() {
    var late = shopper().paying(eur(1000), AUTOMATIC);

    assertThat(anotherNode().inquire(about(late), soon())).isEqualTo(new Inquiry.Absent());
    assertDeclined(connector().authorize(late, soon()));
  }

  @Test
  void an_authorization_declines_another_request_with_a_used_reference() {
    var request = shopper().paying(eur(1000), AUTOMATIC);
    connector().authorize(request, soon());

    assertDeclined(askForMore(request));
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  /** Exactly one of the cancels returns the canceled amount. */
  @Override
  @Test
  void concurrent_cancels_are_all_acknowledged_and_executed_once() {
    var request = approvedSale(eur(1000));

    var outcomes =
        allAtOnce(
            CROWD,
            () -> connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));

    assertThat(outcomes).hasOnlyElementsOfType(Outcome.Approved.class);
    assertThat(outcomes.stream().map(it -> ((Outcome.Approved) it).amount()))
        .containsOnlyOnce(eur(1000));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_reference_is_not_used_for_two_different_operations() {
    var request = approvedHold(eur(1000));
    var capture = followUp(request, eur(1000));
    connector().followUp(OperationKind.CAPTURE, capture, soon());

    assertDeclined(connector().followUp(OperationKind.REFUND, capture, soon()));
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }
}
