package florin.connector;

import static florin.connector.AuthorizeRequest.Capture.AUTOMATIC;
import static florin.connector.AuthorizeRequest.Capture.MANUAL;
import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.core.ErrorCode;
import florin.core.Money;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The rules that every connector must follow for authorizations and their outcomes. A card network
 * decides immediately. On a {@link Capabilities#hosted} network, the payer decides on the
 * provider's page. Until then, the authorization returns the page's address and the network holds
 * no money.
 */
public abstract class AuthorizationContract {
  protected static final int CROWD = 8;

  protected abstract Connector connector();

  protected abstract Shopper shopper();

  /**
   * Returns the amount that the network holds or has captured under an authorization's reference,
   * minus the amount that it has returned.
   */
  protected abstract Money net(OperationRef authorization);

  @Test
  void the_id_is_a_name_that_can_be_stored() {
    assertThat(connector().id()).matches("[a-z][a-z0-9_]{1,31}");
    assertThat(connector().kind()).matches("[a-z][a-z0-9_]{1,31}");
  }

  @Test
  void an_authorization_approves_the_full_amount() {
    var request = shopper().paying(eur(1000), AUTOMATIC);

    var outcome = authorized(request);

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
  void an_authorization_holds_nothing_before_the_payer_acts_on_the_providers_page() {
    var request = shopper().paying(eur(1000), AUTOMATIC);

    var outcome = connector().authorize(request, soon());

    if (isHosted()) {
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.RequiresAction.class,
              asked -> assertThat(asked.action()).isInstanceOf(PayerAction.Redirect.class));
      assertThat(net(request.reference())).isEqualTo(eur(0));
      assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    } else {
      assertThat(outcome).isNotInstanceOf(Outcome.RequiresAction.class);
    }
  }

  @Test
  void an_authorization_returns_a_decline_and_holds_nothing() {
    var request = shopper().refused(AUTOMATIC);

    var outcome = connector().authorize(request, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            declined ->
                assertThat(declined.code().type())
                    .isEqualTo(
                        isHosted() ? ErrorCode.Type.PROVIDER_ERROR : ErrorCode.Type.CARD_ERROR));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void an_authorization_returns_the_same_outcome_for_the_same_request_and_is_booked_once() {
    var request = shopper().paying(eur(1000), AUTOMATIC);

    var first = connector().authorize(request, soon());
    assertThat(connector().authorize(request, soon())).isEqualTo(first);

    var last = afterThePayer(request, first);
    assertThat(connector().authorize(request, soon())).isEqualTo(last);
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void an_authorization_sent_many_times_concurrently_is_booked_once() {
    var request = shopper().paying(eur(1000), AUTOMATIC);

    var outcomes = allAtOnce(CROWD, () -> connector().authorize(request, soon()));

    assertThat(outcomes).containsOnly(outcomes.getFirst());
    assertApproved(afterThePayer(request, outcomes.getFirst()));
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void an_authorization_stops_at_the_deadline_and_an_inquiry_finds_the_outcome() {
    var request = shopper().slow();
    long before = System.nanoTime();

    var outcome = connector().authorize(request, Deadline.in(Duration.ofMillis(1_500)));

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    if (isHosted()) {
      // Only the lost response had the page's address, so no payer can ever open the page.
      assertThat(outcome).isEqualTo(new Outcome.NotSent());
      assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    } else {
      assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
      assertFoundApproved(about(request), eur(1000));
    }
  }

  @Test
  void an_inquiry_finds_an_approval() {
    var request = shopper().paying(eur(1000), AUTOMATIC);
    var outcome = authorized(request);

    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
  }

  @Test
  void a_setup_charges_nothing_and_an_inquiry_finds_it() {
    if (!connector().capabilities().accepts().setsUp()) {
      return;
    }
    var request = saving(shopper().paying(eur(0), AUTOMATIC));

    var outcome = authorized(request);

    assertApproved(outcome, eur(0));
    assertThat(net(request.reference())).isEqualTo(eur(0));
    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    boolean isSaved =
        outcome instanceof Outcome.Approved approved
            && approved.provider().flatMap(ProviderDetails::saved).isPresent();
    assertThat(isSaved).isEqualTo(isHosted());
  }

  private static AuthorizeRequest saving(AuthorizeRequest request) {
    return new AuthorizeRequest(
        request.reference(),
        request.realm(),
        request.amount(),
        request.capture(),
        request.credential(),
        request.billingAddress(),
        request.threeDSecure(),
        request.statementDescriptor(),
        request.challengedBefore(),
        request.merchantInitiated(),
        request.returnUrl(),
        new PageContent(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), true));
  }

  @Test
  void an_inquiry_finds_a_decline() {
    var request = shopper().refused(AUTOMATIC);
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
  void an_inquiry_does_not_find_an_operation_that_was_never_sent() {
    assertThat(connector().inquire(about(shopper().paying(eur(1000), AUTOMATIC)), soon()))
        .isNotInstanceOf(Inquiry.Found.class);
  }

  @Test
  void an_absent_inquiry_is_never_contradicted_by_a_late_arrival() {
    var late = shopper().paying(eur(1000), AUTOMATIC);
    if (connector().inquire(about(late), soon()) instanceof Inquiry.Absent) {
      assertDeclined(connector().authorize(late, soon()));
      assertThat(net(late.reference())).isEqualTo(eur(0));
      assertThat(connector().inquire(about(late), soon())).isEqualTo(new Inquiry.Absent());
    }
  }

  @Test
  void an_inquiry_reports_a_racing_request_as_absent_only_if_it_has_no_effect() {
    for (int round = 0; round < 20; round++) {
      var request = shopper().paying(eur(1000), AUTOMATIC);
      Callable<Object> authorize = () -> connector().authorize(request, soon());
      Callable<Object> inquire = () -> connector().inquire(about(request), soon());

      var answers = allAtOnce(List.of(authorize, inquire));

      boolean absent = answers.get(1) instanceof Inquiry.Absent;
      boolean comesAbout =
          answers.get(0) instanceof Outcome.Approved
              || answers.get(0) instanceof Outcome.RequiresAction;
      assertThat(absent && comesAbout).as("%s", answers).isFalse();
      if (comesAbout) {
        assertApproved(afterThePayer(request, (Outcome) answers.get(0)));
      }
      assertThat(net(request.reference())).isEqualTo(comesAbout ? eur(1000) : eur(0));
    }
  }

  @Test
  void an_authorization_rejects_another_request_with_a_used_reference() {
    var request = approvedSale(eur(1000));

    assertThat(askForMore(request)).isNotInstanceOf(Outcome.Approved.class);
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  /** Sends another request under the reference of this one. */
  protected final Outcome askForMore(AuthorizeRequest request) {
    return connector()
        .authorize(
            Requests.authorize(
                request.reference(),
                request.realm(),
                eur(2 * request.amount().minor()),
                request.capture(),
                request.credential(),
                request.billingAddress(),
                request.threeDSecure(),
                request.statementDescriptor(),
                request.challengedBefore(),
                request.returnUrl()),
            soon());
  }

  /**
   * Returns whether payers pay on the provider's page. Otherwise the network decides immediately.
   */
  protected final boolean isHosted() {
    return connector().capabilities().hosted();
  }

  /** Authorizes, completes the payer's step on the page, and returns the outcome. */
  private Outcome authorized(AuthorizeRequest request) {
    return afterThePayer(request, connector().authorize(request, soon()));
  }

  private Outcome afterThePayer(AuthorizeRequest request, Outcome asked) {
    if (!isHosted()) {
      return asked;
    }
    assertThat(asked).isInstanceOf(Outcome.RequiresAction.class);
    shopper().pay(request);
    return connector()
        .resume(new ResumeRequest(request, ChallengeResult.RETURNED, Map.of()), soon());
  }

  protected final AuthorizeRequest approvedSale(Money amount) {
    return approved(shopper().paying(amount, AUTOMATIC));
  }

  protected final AuthorizeRequest approvedHold(Money amount) {
    return approved(shopper().paying(amount, MANUAL));
  }

  /**
   * Returns an authorization that can be canceled completely. On a hosted network, that is a hold,
   * because captured money goes back only through refunds.
   */
  protected final AuthorizeRequest approvedToCancel(Money amount) {
    return isHosted() ? approvedHold(amount) : approvedSale(amount);
  }

  private AuthorizeRequest approved(AuthorizeRequest request) {
    assertApproved(authorized(request));
    return request;
  }

  private void assertFoundApproved(InquiryRequest request, Money amount) {
    assertThat(connector().inquire(request, soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class, found -> assertApproved(found.outcome(), amount));
  }

  static void assertApproved(Outcome outcome, Money amount) {
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

  static <T> List<T> allAtOnce(List<Callable<T>> calls) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.invokeAll(calls).stream().map(AuthorizationContract::result).toList();
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
