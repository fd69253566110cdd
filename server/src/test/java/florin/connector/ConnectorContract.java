package florin.connector;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.hold;
import static florin.connector.Requests.reference;
import static florin.connector.Requests.sale;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Pan;
import florin.core.Realm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every connector must do. A connector's own suite extends this one, says which cards do what,
 * and lets the network's books be looked into from behind. One whose network holds our references
 * itself must do more: {@link OwnReferencesContract}.
 */
public abstract class ConnectorContract {
  protected static final int CROWD = 8;

  protected abstract Connector connector();

  protected abstract Pan approvedCard();

  protected abstract Pan declinedCard();

  /** Approved, but the answer takes longer than a second. */
  protected abstract Pan slowCard();

  /**
   * What the network holds or has taken under an authorisation's reference and has not given back.
   */
  protected abstract Money net(OperationRef authorization);

  @Test
  void the_id_is_a_name_that_can_be_stored() {
    assertThat(connector().id()).matches("[a-z][a-z0-9_]{1,31}");
    assertThat(connector().kind()).matches("[a-z][a-z0-9_]{1,31}");
  }

  @Test
  void an_authorisation_approves_the_whole_amount() {
    var request = sale(approvedCard(), eur(1000));

    var outcome = connector().authorize(request, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class,
            approved -> {
              assertThat(approved.amount()).isEqualTo(eur(1000));
              assertThat(approved.connectorReference()).isNotBlank();
            });
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void an_authorisation_declines_as_a_value_and_holds_nothing() {
    var request = sale(declinedCard(), eur(1000));

    var outcome = connector().authorize(request, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            declined -> assertThat(declined.code().type()).isEqualTo(ErrorCode.Type.CARD_ERROR));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void an_authorisation_answers_the_same_request_the_same_and_books_it_once() {
    var request = sale(approvedCard(), eur(1000));

    var first = connector().authorize(request, soon());

    assertThat(connector().authorize(request, soon())).isEqualTo(first);
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void an_authorisation_books_a_request_once_that_is_sent_many_times_at_once() {
    var request = sale(approvedCard(), eur(1000));

    var outcomes = allAtOnce(CROWD, () -> connector().authorize(request, soon()));

    assertThat(outcomes).hasOnlyElementsOfType(Outcome.Approved.class);
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void an_authorisation_gives_up_at_the_deadline_and_leaves_the_truth_to_be_inquired() {
    var request = sale(slowCard(), eur(1000));
    long before = System.nanoTime();

    var outcome = connector().authorize(request, Deadline.in(Duration.ofMillis(200)));

    assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
    assertFoundApproved(about(request), eur(1000));
  }

  @Test
  void an_inquiry_finds_what_was_approved() {
    var request = sale(approvedCard(), eur(1000));
    var outcome = connector().authorize(request, soon());

    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
  }

  @Test
  void an_inquiry_finds_what_was_declined() {
    var request = sale(declinedCard(), eur(1000));
    var outcome = connector().authorize(request, soon());

    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
  }

  @Test
  void an_inquiry_finds_captures_cancels_and_refunds_by_their_own_references() {
    var held = approvedHold(eur(1000));
    var capture = followUp(held, eur(1000));
    var refund = followUp(held, eur(300));
    var other = approvedHold(eur(1000));
    var cancel = followUp(other, eur(1000));
    connector().followUp(OperationKind.CAPTURE, capture, soon());
    connector().followUp(OperationKind.REFUND, refund, soon());
    connector().followUp(OperationKind.CANCEL, cancel, soon());

    assertFoundApproved(about(OperationKind.CAPTURE, capture), eur(1000));
    assertFoundApproved(about(OperationKind.REFUND, refund), eur(300));
    assertFoundApproved(about(OperationKind.CANCEL, cancel), eur(1000));
  }

  @Test
  void captures_and_refunds_answer_the_amount_that_they_were_done_for() {
    var held = approvedHold(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CAPTURE, followUp(held, eur(700)), soon()), eur(700));
    assertApproved(
        connector().followUp(OperationKind.REFUND, followUp(held, eur(200)), soon()), eur(200));
  }

  @Test
  void an_inquiry_does_not_find_what_was_never_sent() {
    assertThat(connector().inquire(about(sale(approvedCard(), eur(1000))), soon()))
        .isNotInstanceOf(Inquiry.Found.class);
  }

  @Test
  void an_inquiry_that_said_absent_is_never_contradicted_by_a_late_arrival() {
    var late = sale(approvedCard(), eur(1000));
    if (connector().inquire(about(late), soon()) instanceof Inquiry.Absent) {
      assertDeclined(connector().authorize(late, soon()));
      assertThat(net(late.reference())).isEqualTo(eur(0));
      assertThat(connector().inquire(about(late), soon())).isEqualTo(new Inquiry.Absent());
    }
  }

  @Test
  void an_inquiry_says_absent_of_a_racing_request_only_if_that_comes_to_nothing() {
    for (int round = 0; round < 20; round++) {
      var request = sale(approvedCard(), eur(1000));
      Callable<Object> authorize = () -> connector().authorize(request, soon());
      Callable<Object> inquire = () -> connector().inquire(about(request), soon());

      var answers = allAtOnce(List.of(authorize, inquire));

      boolean absent = answers.get(1) instanceof Inquiry.Absent;
      boolean approved = answers.get(0) instanceof Outcome.Approved;
      assertThat(absent && approved).as("%s", answers).isFalse();
      assertThat(net(request.reference())).isEqualTo(approved ? eur(1000) : eur(0));
    }
  }

  @Test
  void a_cancel_of_a_sale_leaves_nothing() {
    var request = approvedSale(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));

    assertThat(net(request.reference())).isEqualTo(eur(0));
    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void a_cancel_of_a_hold_leaves_nothing_to_capture() {
    var request = approvedHold(eur(1000));

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));

    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(request, eur(1000)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_cancel_is_acknowledged_again_by_the_same_and_by_another_reference() {
    var request = approvedSale(eur(1000));
    var cancel = followUp(request, eur(1000));

    var first = connector().followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(connector().followUp(OperationKind.CANCEL, cancel, soon())).isEqualTo(first);
    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_cancel_of_a_declined_authorisation_is_acknowledged() {
    var request = sale(declinedCard(), eur(1000));
    connector().authorize(request, soon());

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
  }

  @Test
  void a_cancel_of_an_unknown_reference_is_acknowledged_and_a_late_arrival_comes_to_nothing() {
    var late = sale(approvedCard(), eur(1000));

    assertApproved(connector().followUp(OperationKind.CANCEL, followUp(late, eur(1000)), soon()));
    if (connector().authorize(late, soon()) instanceof Outcome.Approved) {
      assertApproved(connector().followUp(OperationKind.CANCEL, followUp(late, eur(1000)), soon()));
    }

    assertThat(net(late.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_cancel_comes_too_late_once_something_was_captured_or_refunded() {
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
  void a_capture_takes_the_whole() {
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
  void a_capture_answers_the_same_request_the_same_and_takes_once() {
    var request = approvedHold(eur(1000));
    var capture = followUp(request, eur(400));

    var first = connector().followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(connector().followUp(OperationKind.CAPTURE, capture, soon())).isEqualTo(first);
    assertThat(net(request.reference())).isEqualTo(eur(400));
  }

  @Test
  void a_capture_of_more_than_was_authorised_is_declined() {
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
  void a_capture_succeeds_once_of_many_at_once() {
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
  void a_capture_against_a_cancel_at_once_lets_one_of_them_win() {
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
  void a_capture_is_declined_for_a_sale_for_a_declined_and_for_an_unknown_authorisation() {
    var declined = hold(declinedCard(), eur(1000));
    connector().authorize(declined, soon());
    var unknown = hold(approvedCard(), eur(1000));

    assertDeclined(
        connector()
            .followUp(OperationKind.CAPTURE, followUp(approvedSale(eur(1000)), eur(1000)), soon()));
    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(declined, eur(1000)), soon()));
    assertDeclined(
        connector().followUp(OperationKind.CAPTURE, followUp(unknown, eur(1000)), soon()));
  }

  @Test
  void a_refund_gives_back_in_parts_until_all_is_given_back() {
    var request = approvedSale(eur(1000));

    assertApproved(connector().followUp(OperationKind.REFUND, followUp(request, eur(300)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(700));
    assertApproved(connector().followUp(OperationKind.REFUND, followUp(request, eur(700)), soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
    assertDeclined(connector().followUp(OperationKind.REFUND, followUp(request, eur(1)), soon()));
  }

  @Test
  void a_refund_answers_the_same_request_the_same_and_gives_back_once() {
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
  void many_refunds_at_once_never_give_back_more_than_was_captured() {
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
    var canceled = approvedSale(eur(1000));
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
  void what_another_realm_authorised_cannot_be_touched() {
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
  void an_authorisation_books_no_other_request_under_a_reference_that_is_taken() {
    var request = sale(approvedCard(), eur(1000));
    connector().authorize(request, soon());
    var other =
        new AuthorizeRequest(
            request.reference(),
            request.realm(),
            eur(2000),
            request.capture(),
            request.card(),
            request.billingAddress(),
            request.threeDSecure(),
            request.statementDescriptor(),
            request.challengedBefore());

    assertThat(connector().authorize(other, soon())).isNotInstanceOf(Outcome.Approved.class);
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void many_cancels_at_once_are_all_acknowledged_and_undo_once() {
    var request = approvedSale(eur(1000));

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

  protected final AuthorizeRequest approvedSale(Money amount) {
    return approved(sale(approvedCard(), amount));
  }

  protected final AuthorizeRequest approvedHold(Money amount) {
    return approved(hold(approvedCard(), amount));
  }

  private AuthorizeRequest approved(AuthorizeRequest request) {
    assertApproved(connector().authorize(request, soon()));
    return request;
  }

  private void assertFoundApproved(InquiryRequest request, Money amount) {
    assertThat(connector().inquire(request, soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class, found -> assertApproved(found.outcome(), amount));
  }

  private static void assertApproved(Outcome outcome, Money amount) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class, approved -> assertThat(approved.amount()).isEqualTo(amount));
  }

  protected static void assertApproved(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Approved.class);
  }

  protected static void assertDeclined(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Declined.class);
  }

  protected static <T> List<T> allAtOnce(int times, Callable<T> call) {
    return allAtOnce(IntStream.range(0, times).mapToObj(_ -> call).toList());
  }

  private static <T> List<T> allAtOnce(List<Callable<T>> calls) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.invokeAll(calls).stream().map(ConnectorContract::result).toList();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
  }
}
