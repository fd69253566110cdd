package florin.connector.simulator;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.hold;
import static florin.connector.Requests.sale;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import florin.connector.AuthorizeRequest;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.core.ErrorCode;
import florin.core.Mode;
import florin.core.Pan;
import florin.core.Realm;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The final outcome of each fault after recovery has found and canceled its operation. */
@TestInstance(Lifecycle.PER_CLASS)
class SimulatorFaultsTest {
  private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

  private final TestNetwork network = new TestNetwork();
  private final Connector connector = network.node();

  @AfterAll
  void closeNetwork() {
    network.close();
  }

  @Test
  void a_message_that_never_arrived_is_absent() {
    var request = unanswered("4000000000840019");

    assertThat(inquire(request)).isEqualTo(new Inquiry.Absent());
    assertNet(request, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000000000840027", "4000000000840068"})
  void an_approval_with_a_lost_response_is_found_by_an_inquiry(String number) {
    var request = unanswered(number);

    assertFound(about(request), Outcome.Approved.class);
    assertNet(request, 1000);
  }

  @Test
  void an_approval_after_the_timeout_is_found_and_reversed() {
    var request = unanswered("4000000000840035");
    network.pass(Duration.ofMinutes(5));
    assertThat(inquire(request)).isEqualTo(new Inquiry.Unclear());

    assertApproved(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(inquire(request)).isEqualTo(new Inquiry.Unclear());
    assertNet(request, 0);

    network.pass(connector.capabilities().changesMindWithin());
    assertFound(about(request), Outcome.Approved.class);
    assertNet(request, 1000);

    assertApproved(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(inquire(request)).isEqualTo(new Inquiry.Absent());
    assertNet(request, 0);
  }

  @Test
  void a_reversal_that_is_repeated_does_not_put_off_the_late_approval() {
    var request = unanswered("4000000000840035");
    connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
    network.pass(Duration.ofMillis(900));
    connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
    network.pass(Duration.ofMillis(100));

    assertFound(about(request), Outcome.Approved.class);
  }

  @Test
  void a_late_decline_is_unclear_until_it_arrives() {
    var request = unanswered("4000000000840043");
    assertThat(inquire(request)).isEqualTo(new Inquiry.Unclear());

    network.pass(TWO_SECONDS);

    assertFound(about(request), Outcome.Declined.class);
    assertNet(request, 0);
  }

  @Test
  void a_message_that_was_not_sent_leaves_no_trace() {
    var request = sale(new Pan("4000000000840050"), eur(1000));

    assertThat(connector.authorize(request, soon())).isEqualTo(new Outcome.NotSent());

    assertThat(inquire(request)).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void a_slow_response_arrives_after_five_seconds_and_is_booked_before() {
    var request = sale(new Pan("4000000000840084"), eur(1000));
    var before = network.now();

    assertApproved(connector.authorize(request, soon()));

    assertThat(Duration.between(before, network.now())).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void an_interrupted_wait_is_unknown_and_stays_interrupted() {
    var hurried =
        network.node(_ -> {
          throw new InterruptedException();
        });

    var outcome = hurried.authorize(sale(new Pan("4000000000840084"), eur(1000)), soon());

    assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void a_duplicate_response_is_one_authorization() {
    var request = sale(new Pan("4000000000840100"), eur(1000));

    assertApproved(connector.authorize(request, soon()));

    assertNet(request, 1000);
  }

  @Test
  void a_pending_operation_is_resolved_after_two_seconds() {
    var good = sale(new Pan("4000000000840118"), eur(1000));
    var bad = sale(new Pan("4000000000840126"), eur(1000));
    connector.authorize(good, soon());
    connector.authorize(bad, soon());
    assertFound(about(good), Outcome.Pending.class);
    assertNet(good, 0);

    network.pass(TWO_SECONDS);

    assertFound(about(good), Outcome.Approved.class);
    assertFound(about(bad), Outcome.Declined.class);
    assertNet(good, 1000);
    assertNet(bad, 0);
  }

  @Test
  void a_pending_operation_that_is_canceled_has_no_effect() {
    var request = sale(new Pan("4000000000840118"), eur(1000));
    connector.authorize(request, soon());

    assertApproved(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    network.pass(TWO_SECONDS);

    assertThat(inquire(request)).isEqualTo(new Inquiry.Absent());
    assertNet(request, 0);
  }

  @Test
  void a_declined_capture_keeps_the_hold() {
    var request = hold(new Pan("4000000000840134"), eur(1000));
    connector.authorize(request, soon());
    var capture = followUp(request, eur(1000));

    var outcome = connector.followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(outcome).isInstanceOf(Outcome.Declined.class);
    assertThat(connector.followUp(OperationKind.CAPTURE, capture, soon())).isEqualTo(outcome);
    assertNet(request, 1000);
    assertApproved(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertNet(request, 0);
  }

  @Test
  void a_pending_refund_succeeds_or_fails_after_two_seconds() {
    var good = approved("4000000000007726");
    var bad = approved("4000000000840142");
    var goodRefund = followUp(good, eur(1000));
    var badRefund = followUp(bad, eur(1000));
    assertThat(connector.followUp(OperationKind.REFUND, goodRefund, soon()))
        .isEqualTo(new Outcome.Pending());
    assertThat(connector.followUp(OperationKind.REFUND, badRefund, soon()))
        .isEqualTo(new Outcome.Pending());
    assertNet(good, 1000);

    network.pass(TWO_SECONDS);

    assertFound(about(OperationKind.REFUND, goodRefund), Outcome.Approved.class);
    assertFound(about(OperationKind.REFUND, badRefund), Outcome.Declined.class);
    assertNet(good, 0);
    assertNet(bad, 1000);
  }

  @Test
  void a_succeeded_refund_can_fail_and_be_requested_again() {
    var request = approved("4000000000005126");
    var refund = followUp(request, eur(1000));
    assertApproved(connector.followUp(OperationKind.REFUND, refund, soon()));
    assertThat(connector.followUp(OperationKind.REFUND, followUp(request, eur(1)), soon()))
        .isInstanceOf(Outcome.Declined.class);
    assertNet(request, 0);

    network.pass(TWO_SECONDS);

    assertFound(about(OperationKind.REFUND, refund), Outcome.Declined.class);
    assertNet(request, 1000);
    assertApproved(connector.followUp(OperationKind.REFUND, followUp(request, eur(1000)), soon()));
  }

  @Test
  void a_refund_with_a_lost_response_is_executed_once() {
    var request = approved("4000000000840159");
    var refund = followUp(request, eur(400));

    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    assertFound(about(OperationKind.REFUND, refund), Outcome.Approved.class);
    assertApproved(connector.followUp(OperationKind.REFUND, refund, soon()));
    assertNet(request, 600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000000000003220", "4000002500003155"})
  void a_challenge_that_is_completed_is_approved_with_its_authentication(String number) {
    var request = challenged(number);

    var outcome = resume(request, ChallengeResult.COMPLETED);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class,
            approved ->
                assertThat(approved.threeDSecure())
                    .hasValueSatisfying(it -> assertThat(it.isAuthenticated()).isTrue()));
    assertThat(resume(request, ChallengeResult.COMPLETED)).isEqualTo(outcome);
    assertThat(inquire(request)).isEqualTo(new Inquiry.Found(outcome));
    assertNet(request, 1000);
  }

  @Test
  void a_failed_challenge_is_a_final_authentication_failure() {
    var request = challenged("4000000000003220");

    assertThat(resume(request, ChallengeResult.FAILED))
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            it -> assertThat(it.code()).isEqualTo(ErrorCode.AUTHENTICATION_FAILED));
    assertThat(resume(request, ChallengeResult.COMPLETED)).isInstanceOf(Outcome.Declined.class);
    assertNet(request, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4000008400001629", "4000008260003178"})
  void a_completed_challenge_does_not_help_a_card_that_is_declined(String number) {
    var request = challenged(number);

    assertThat(resume(request, ChallengeResult.COMPLETED)).isInstanceOf(Outcome.Declined.class);
    assertNet(request, 0);
  }

  @Test
  void a_canceled_or_absent_challenge_cannot_be_resumed() {
    var cancelled = challenged("4000000000003220");
    assertApproved(
        connector.followUp(OperationKind.CANCEL, followUp(cancelled, eur(1000)), soon()));
    var unknown = sale(new Pan("4000000000003220"), eur(1000));

    assertThat(resume(cancelled, ChallengeResult.COMPLETED)).isInstanceOf(Outcome.Declined.class);
    assertThat(resume(unknown, ChallengeResult.COMPLETED)).isInstanceOf(Outcome.Declined.class);
    assertNet(cancelled, 0);
  }

  /**
   * Recovery relies on this rule: whatever the responses were, repeated cancels end in a state in
   * which the network holds nothing.
   */
  @Test
  void every_card_can_be_canceled_without_effect() {
    Arrays.stream(Rule.values())
        .flatMap(rule -> rule.numbers().stream())
        .forEach(number -> {
          var request = sale(new Pan(number), eur(1000));
          connector.authorize(request, soon());
          for (int round = 0; round < 2; round++) {
            assertApproved(
                connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
            network.pass(connector.capabilities().changesMindWithin());
          }
          assertNet(request, 0);
          network.pass(Duration.ofDays(1));
          assertNet(request, 0);
        });
  }

  @Test
  void no_card_number_and_no_code_is_stored() {
    var request = approved("4000000000009235");

    var stored =
        network
            .database()
            .findOne(
                "SELECT operation::text FROM simulator_operation operation WHERE reference = ?",
                row -> row.getString(1),
                request.reference().id().uuid());

    assertThat(stored)
        .get(as(STRING))
        .contains("elevated_risk")
        .doesNotContain("4000000000009235", ",123,");
  }

  @Test
  void another_node_and_a_restarted_one_know_the_same() {
    var request = sale(new Pan("4000000000840118"), eur(1000));
    connector.authorize(request, soon());

    network.pass(TWO_SECONDS);

    var other = network.node();
    assertThat(other.inquire(about(request), soon())).isEqualTo(inquire(request));
    assertApproved(other.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertNet(request, 0);
  }

  @Test
  void an_audit_lists_the_state_of_a_realm() {
    var realm = Realm.of(77, Mode.TEST);
    var sale = in(realm, sale(new Pan("4242424242424242"), eur(1000)));
    var declined = in(realm, sale(new Pan("4000000000000002"), eur(1000)));
    connector.authorize(sale, soon());
    connector.authorize(declined, soon());
    connector.followUp(OperationKind.REFUND, followUp(sale, eur(400)), soon());

    var standings = new Audit(network.database()).list(realm, network.now());

    assertThat(standings)
        .containsExactly(
            new Audit.AuthorizationTotals(
                sale.reference(), realm, eur(1000), true, eur(1000), eur(0), eur(400)),
            new Audit.AuthorizationTotals(
                declined.reference(), realm, eur(1000), false, eur(0), eur(0), eur(0)));
    assertThat(standings.getFirst().net()).isEqualTo(eur(600));
  }

  @Test
  void live_operations_are_rejected() {
    var live = in(Realm.of(1, Mode.LIVE), sale(new Pan("4242424242424242"), eur(1000)));
    var refund = new FollowUp(Requests.reference(), live.reference(), live.realm(), eur(1000));

    assertThatThrownBy(() -> connector.authorize(live, soon()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "captured = 1001",
        "refunded = 1001",
        "reversed = 1",
        "realm_id = 3",
        "due_at = now()",
        "version = NULL",
        "kind = 'refund'",
      })
  void the_database_rejects_impossible_rows(String change) {
    var request = approved("4242424242424242");
    String update = "UPDATE simulator_operation SET " + change + " WHERE reference = ?";

    assertThatThrownBy(() -> network.database().update(update, request.reference().id().uuid()))
        .hasMessageContaining("violates check constraint");
  }

  private AuthorizeRequest approved(String number) {
    var request = sale(new Pan(number), eur(1000));
    assertApproved(connector.authorize(request, soon()));
    return request;
  }

  private AuthorizeRequest unanswered(String number) {
    var request = sale(new Pan(number), eur(1000));
    assertThat(connector.authorize(request, Deadline.in(Duration.ofSeconds(8))))
        .isInstanceOf(Outcome.Unknown.class);
    return request;
  }

  private AuthorizeRequest challenged(String number) {
    var request = sale(new Pan(number), eur(1000));
    var outcome = connector.authorize(request, soon());
    assertThat(outcome).isInstanceOf(Outcome.RequiresAction.class);
    assertThat(inquire(request)).isEqualTo(new Inquiry.Found(outcome));
    return request;
  }

  private Outcome resume(AuthorizeRequest request, ChallengeResult result) {
    return connector.resume(new ResumeRequest(request, result), soon());
  }

  private Inquiry inquire(AuthorizeRequest request) {
    return connector.inquire(about(request), soon());
  }

  private void assertFound(InquiryRequest request, Class<? extends Outcome> outcome) {
    assertThat(connector.inquire(request, soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class, found -> assertThat(found.outcome()).isInstanceOf(outcome));
  }

  private void assertNet(AuthorizeRequest request, long cents) {
    assertThat(network.net(request.reference())).isEqualTo(eur(cents));
  }

  private static void assertApproved(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Approved.class);
  }

  private static AuthorizeRequest in(Realm realm, AuthorizeRequest request) {
    return Requests.authorize(
        request.reference(),
        realm,
        request.amount(),
        request.capture(),
        request.card(),
        request.billingAddress(),
        request.threeDSecure(),
        request.statementDescriptor(),
        request.challengedBefore());
  }
}
