package florin.payment.machine;

import static florin.payment.machine.Samples.APPROVED;
import static florin.payment.machine.Samples.NOW;
import static florin.payment.machine.Samples.TEN;
import static florin.payment.machine.Samples.authorized;
import static florin.payment.machine.Samples.begun;
import static florin.payment.machine.Samples.challenged;
import static florin.payment.machine.Status.CANCELED;
import static florin.payment.machine.Status.FAILED;
import static florin.payment.machine.Status.PROCESSING;
import static florin.payment.machine.Status.REQUIRES_ACTION;
import static florin.payment.machine.Status.REQUIRES_CAPTURE;
import static florin.payment.machine.Status.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ResponseCodes;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecure;
import florin.connector.ThreeDSecureResult;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Money;
import florin.core.Refusal;
import florin.event.EventType;
import florin.instrument.BankTransfer;
import florin.instrument.Instrument;
import florin.payment.execution.Execution;
import florin.payment.machine.Move.PaymentEvent;
import florin.testing.Records;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PaymentMachineTest {
  private static final Outcome DECLINED =
      new Outcome.Declined(
          ErrorCode.CARD_DECLINED,
          Optional.of(DeclineCode.DO_NOT_HONOR),
          Optional.empty(),
          Optional.of("05"));

  @Test
  void the_table_of_moves_is_the_one_of_the_specification() {
    assertThat(PaymentMachine.MOVES)
        .isEqualTo(
            Map.of(
                REQUIRES_ACTION,
                    EnumSet.of(SUCCEEDED, REQUIRES_CAPTURE, PROCESSING, FAILED, CANCELED),
                PROCESSING,
                    EnumSet.of(SUCCEEDED, REQUIRES_CAPTURE, REQUIRES_ACTION, FAILED, CANCELED),
                REQUIRES_CAPTURE, EnumSet.of(SUCCEEDED, CANCELED, PROCESSING),
                SUCCEEDED, Set.of(),
                FAILED, Set.of(),
                CANCELED, Set.of()));
  }

  /** Returns outcome, capture method → status, captured, capturable, failure code, event. */
  static Stream<Arguments> outcomes() {
    return Stream.of(
        Arguments.of(
            APPROVED,
            CaptureMethod.AUTOMATIC,
            SUCCEEDED,
            1000,
            0,
            null,
            EventType.PAYMENT_SUCCEEDED),
        Arguments.of(
            APPROVED,
            CaptureMethod.MANUAL,
            REQUIRES_CAPTURE,
            0,
            1000,
            null,
            EventType.PAYMENT_AMOUNT_CAPTURABLE_UPDATED),
        Arguments.of(
            DECLINED,
            CaptureMethod.AUTOMATIC,
            FAILED,
            0,
            0,
            ErrorCode.CARD_DECLINED,
            EventType.PAYMENT_FAILED),
        Arguments.of(
            new Outcome.NotSent(),
            CaptureMethod.AUTOMATIC,
            FAILED,
            0,
            0,
            ErrorCode.PROCESSING_ERROR,
            EventType.PAYMENT_FAILED),
        Arguments.of(
            new Outcome.Unknown("timeout"),
            CaptureMethod.AUTOMATIC,
            PROCESSING,
            0,
            0,
            null,
            EventType.PAYMENT_PROCESSING),
        Arguments.of(
            new Outcome.Pending(),
            CaptureMethod.AUTOMATIC,
            PROCESSING,
            0,
            0,
            null,
            EventType.PAYMENT_PROCESSING),
        Arguments.of(
            new Outcome.RequiresAction("ch"),
            CaptureMethod.AUTOMATIC,
            REQUIRES_ACTION,
            0,
            0,
            null,
            EventType.PAYMENT_REQUIRES_ACTION));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void each_outcome_has_its_status_money_reason_and_event(
      Outcome outcome,
      CaptureMethod captureMethod,
      Status status,
      long captured,
      long capturable,
      ErrorCode failure,
      EventType event) {
    Payment begun = begun(captureMethod);
    Move move = PaymentMachine.authorized(begun, outcome, NOW);
    Payment after = move.payment();
    assertThat(after.status()).isEqualTo(status);
    assertThat(after.state().amounts().captured().minor()).isEqualTo(captured);
    assertThat(after.state().amounts().capturable().minor()).isEqualTo(capturable);
    assertThat(after.state().failure().map(Failure::code)).isEqualTo(Optional.ofNullable(failure));
    assertThat(after.state().version()).isEqualTo(begun.state().version() + 1);
    assertThat(after.state().pending().isPresent()).isEqualTo(status == PROCESSING);
    assertThat(move.events().getLast()).isEqualTo(new PaymentEvent(event, after));
    boolean isOpen = status == PROCESSING || status == REQUIRES_ACTION;
    assertThat(move.events().stream().map(PaymentEvent::type))
        .containsExactlyElementsOf(
            isOpen ? List.of(EventType.PAYMENT_CREATED, event) : List.of(event));
    assertThat(after.state().sequence()).isEqualTo(move.events().size());
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void a_final_status_stays_final(
      Outcome outcome,
      CaptureMethod captureMethod,
      Status status,
      long c,
      long a,
      ErrorCode f,
      EventType e) {
    Payment resolved = PaymentMachine.authorized(begun(captureMethod), outcome, NOW).payment();
    if (resolved.status() != PROCESSING) {
      for (Outcome late :
          List.of(APPROVED, DECLINED, new Outcome.NotSent(), new Outcome.Pending())) {
        assertThatThrownBy(() -> PaymentMachine.authorized(resolved, late, NOW))
            .isInstanceOf(IllegalStateException.class);
      }
      assertThatThrownBy(() -> PaymentMachine.reversed(resolved))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  /** {@link Execution} reverses the approved amount meanwhile. */
  @Test
  void an_approval_of_another_amount_books_nothing_and_ends_as_insufficient_funds() {
    for (CaptureMethod captureMethod : CaptureMethod.values()) {
      Payment begun = begun(captureMethod);
      Move heard = PaymentMachine.authorized(begun, APPROVED.ofAsked(Samples.usd(999)), NOW);
      assertThat(heard.payment().status()).isEqualTo(PROCESSING);
      assertThat(heard.payment().state().amounts()).isEqualTo(begun.state().amounts());

      Payment after = PaymentMachine.partlyApproved(heard.payment()).payment();
      assertThat(after.status()).isEqualTo(FAILED);
      assertThat(after.state().failure().orElseThrow().declineCode())
          .contains(DeclineCode.INSUFFICIENT_FUNDS);
      assertThat(after.state().networkResult().responseCode()).contains("10");
      assertThat(after.state().amounts().capturable().isZero()).isTrue();
      assertThat(after.state().amounts().captured().isZero()).isTrue();
    }
  }

  @Test
  void an_authorization_found_with_another_amount_is_reported_as_processing_once() {
    Outcome other = APPROVED.ofAsked(Samples.usd(999));
    for (Outcome first : List.of(new Outcome.Unknown("?"), new Outcome.Pending(), other)) {
      Move told = PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), first, NOW);
      assertThat(told.events())
          .extracting(PaymentEvent::type)
          .containsExactly(EventType.PAYMENT_CREATED, EventType.PAYMENT_PROCESSING);
      Move found = PaymentMachine.authorized(told.payment(), other, NOW);
      assertThat(found.events()).isEmpty();
      assertThat(found.payment().state().sequence()).isEqualTo(told.payment().state().sequence());
    }
  }

  @Test
  void a_payment_that_is_changed_during_its_first_call_is_reported_as_processing_once() {
    Payment begun = begun(CaptureMethod.AUTOMATIC);

    Move changed = PaymentMachine.described(begun, begun.terms());
    assertThat(changed.events())
        .extracting(PaymentEvent::type)
        .containsExactly(
            EventType.PAYMENT_CREATED, EventType.PAYMENT_PROCESSING, EventType.PAYMENT_UPDATED);
    assertThat(changed.events())
        .extracting(event -> event.payment().state().sequence())
        .containsExactly(1, 2, 3);
    assertThat(changed.payment().state().version()).isEqualTo(begun.state().version() + 1);

    Move pending = PaymentMachine.authorized(changed.payment(), new Outcome.Pending(), NOW);
    assertThat(pending.events()).isEmpty();
    assertThat(PaymentMachine.authorized(pending.payment(), APPROVED, NOW).events())
        .extracting(PaymentEvent::type)
        .containsExactly(EventType.PAYMENT_SUCCEEDED);
  }

  @Test
  void a_capture_of_another_amount_books_nothing_is_reported_once_and_can_still_be_corrected() {
    Payment held = PaymentMachine.authorized(begun(CaptureMethod.MANUAL), APPROVED, NOW).payment();
    Payment begun = PaymentMachine.beginCapture(held, TEN).payment();
    Outcome other = APPROVED.ofAsked(Samples.usd(1001));

    Move first = PaymentMachine.captured(begun, TEN, other, NOW);
    assertThat(first.payment().status()).isEqualTo(PROCESSING);
    assertThat(first.payment().state().amounts()).isEqualTo(held.state().amounts());
    assertThat(first.events()).hasSize(1);
    Move second = PaymentMachine.captured(first.payment(), TEN, other, NOW);
    assertThat(second.events()).isEmpty();
    assertThat(second.payment().state().pending()).contains(Operation.CAPTURE);

    Payment right = PaymentMachine.captured(second.payment(), TEN, APPROVED, NOW).payment();
    assertThat(right.status()).isEqualTo(SUCCEEDED);
    assertThat(right.state().amounts().captured()).isEqualTo(TEN);
  }

  @Test
  void an_unknown_outcome_may_become_any_known_one() {
    Payment unknown =
        PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), new Outcome.Unknown("?"), NOW)
            .payment();
    assertThat(PaymentMachine.authorized(unknown, APPROVED, NOW).payment().status())
        .isEqualTo(SUCCEEDED);
    assertThat(PaymentMachine.authorized(unknown, DECLINED, NOW).payment().status())
        .isEqualTo(FAILED);
    Payment reversed = PaymentMachine.reversed(unknown).payment();
    assertThat(reversed.status()).isEqualTo(FAILED);
    assertThat(reversed.state().failure().orElseThrow().code())
        .isEqualTo(ErrorCode.PROCESSING_ERROR);
    assertThat(reversed.state().amounts().captured().isZero()).isTrue();
  }

  @Test
  void a_payment_that_fails_before_the_network_is_called_has_one_event() {
    Move both =
        Samples.begin(TEN, CaptureMethod.AUTOMATIC)
            .then(payment -> PaymentMachine.refused(payment, Failure.processingError(payment)));
    assertThat(both.events().stream().map(PaymentEvent::type))
        .containsExactly(EventType.PAYMENT_FAILED);
    assertThat(both.payment().state().sequence()).isEqualTo(1);
  }

  /**
   * Returns the outcome of a capture of 700 → status, captured, capturable, event, and the error
   * for the caller.
   */
  static Stream<Arguments> captures() {
    return Stream.of(
        Arguments.of(APPROVED, SUCCEEDED, 700, 0, EventType.PAYMENT_SUCCEEDED, null),
        Arguments.of(DECLINED, REQUIRES_CAPTURE, 0, 1000, null, ErrorCode.CARD_DECLINED),
        Arguments.of(
            new Outcome.NotSent(), REQUIRES_CAPTURE, 0, 1000, null, ErrorCode.PROCESSING_ERROR),
        Arguments.of(
            new Outcome.Unknown("?"), PROCESSING, 0, 1000, EventType.PAYMENT_PROCESSING, null),
        Arguments.of(
            new Outcome.Pending(), PROCESSING, 0, 1000, EventType.PAYMENT_PROCESSING, null));
  }

  @ParameterizedTest
  @MethodSource("captures")
  void each_outcome_of_a_capture_has_its_status_money_and_event(
      Outcome outcome,
      Status status,
      long captured,
      long capturable,
      EventType event,
      ErrorCode failure) {
    var part = new Money(700, TEN.currency());
    Payment begun = PaymentMachine.beginCapture(authorized(), part).payment();
    Move move = PaymentMachine.captured(begun, part, outcome, NOW);
    assertThat(move.payment().status()).isEqualTo(status);
    assertThat(move.payment().state().amounts().captured().minor()).isEqualTo(captured);
    assertThat(move.payment().state().amounts().capturable().minor()).isEqualTo(capturable);
    assertThat(move.payment().state().pending().isPresent()).isEqualTo(status == PROCESSING);
    assertThat(move.payment().state().failure()).isEmpty();
    assertThat(move.failure().map(Failure::code)).isEqualTo(Optional.ofNullable(failure));
    assertThat(move.events().stream().map(PaymentEvent::type).toList())
        .isEqualTo(event == null ? List.of() : List.of(event));
    assertThat(move.payment().state().sequence())
        .isEqualTo(begun.state().sequence() + move.events().size());
  }

  @Test
  void an_unknown_capture_or_cancel_can_be_retried() {
    Payment capturing =
        PaymentMachine.captured(
                PaymentMachine.beginCapture(authorized(), TEN).payment(),
                TEN,
                new Outcome.Unknown("?"),
                NOW)
            .payment();
    Move back = PaymentMachine.captured(capturing, TEN, new Outcome.NotSent(), NOW);
    assertThat(back.payment().status()).isEqualTo(REQUIRES_CAPTURE);
    assertThat(back.failure().orElseThrow().message())
        .as("money may have been captured at the provider")
        .contains("Florin captured nothing")
        .doesNotContain("othing was charged");
    assertThat(back.events())
        .containsExactly(
            new PaymentEvent(EventType.PAYMENT_AMOUNT_CAPTURABLE_UPDATED, back.payment()));

    Payment canceling =
        PaymentMachine.canceled(
                PaymentMachine.beginCancel(authorized(), Optional.of(CancellationReason.DUPLICATE))
                    .payment(),
                new Outcome.Unknown("?"),
                NOW)
            .payment();
    Move kept = PaymentMachine.canceled(canceling, DECLINED, NOW);
    assertThat(kept.payment().status()).isEqualTo(REQUIRES_CAPTURE);
    assertThat(kept.payment().state().cancellationReason()).isEmpty();
    assertThat(kept.failure()).isPresent();
    Move canceled = PaymentMachine.canceled(canceling, APPROVED, NOW);
    assertThat(canceled.payment().status()).isEqualTo(CANCELED);
    assertThat(canceled.payment().state().amounts().capturable().isZero()).isTrue();
    assertThat(canceled.payment().state().cancellationReason())
        .contains(CancellationReason.DUPLICATE);
  }

  @Test
  void only_an_authorized_amount_can_be_captured_or_canceled() {
    Payment succeeded =
        PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), APPROVED, NOW).payment();
    assertThatThrownBy(() -> PaymentMachine.beginCapture(succeeded, TEN))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("succeeded");
    assertThatThrownBy(() -> PaymentMachine.beginCancel(succeeded, Optional.empty()))
        .isInstanceOf(Refusal.class);
    assertThatThrownBy(
            () -> PaymentMachine.beginCapture(authorized(), new Money(1001, TEN.currency())))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("1000");
    assertThatThrownBy(() -> PaymentMachine.captured(authorized(), TEN, APPROVED, NOW))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Returns outcome → status, failure of the requested operation, event. */
  static Stream<Arguments> resumptions() {
    return Stream.of(
        Arguments.of(APPROVED, SUCCEEDED, null, EventType.PAYMENT_SUCCEEDED),
        Arguments.of(DECLINED, FAILED, ErrorCode.CARD_DECLINED, EventType.PAYMENT_FAILED),
        Arguments.of(
            new Outcome.Unknown("timeout"), PROCESSING, null, EventType.PAYMENT_PROCESSING),
        Arguments.of(new Outcome.Pending(), PROCESSING, null, EventType.PAYMENT_PROCESSING),
        Arguments.of(new Outcome.RequiresAction("ch"), REQUIRES_ACTION, null, null),
        Arguments.of(new Outcome.NotSent(), REQUIRES_ACTION, ErrorCode.PROCESSING_ERROR, null));
  }

  @ParameterizedTest
  @MethodSource("resumptions")
  void a_challenge_ends_with_the_networks_result_or_can_be_retried(
      Outcome outcome, Status status, ErrorCode failure, EventType event) {
    Payment resuming = PaymentMachine.beginResume(challenged()).payment();
    assertThat(resuming.status()).isEqualTo(REQUIRES_ACTION);
    assertThat(resuming.isWaitingForPayer()).isFalse();

    Move move = PaymentMachine.authorized(resuming, outcome, NOW);
    assertThat(move.payment().status()).isEqualTo(status);
    assertThat(move.failure().map(Failure::code)).isEqualTo(Optional.ofNullable(failure));
    assertThat(move.events().stream().map(PaymentEvent::type))
        .containsExactlyElementsOf(Stream.ofNullable(event).toList());
    assertThat(move.payment().isWaitingForPayer()).isEqualTo(status == REQUIRES_ACTION);
  }

  @Test
  void an_unknown_resumption_has_any_outcome_or_waits_for_the_payer_again() {
    Payment unknown =
        PaymentMachine.authorized(
                PaymentMachine.beginResume(challenged()).payment(), new Outcome.Unknown("?"), NOW)
            .payment();

    assertThat(PaymentMachine.authorized(unknown, APPROVED, NOW).payment().status())
        .isEqualTo(SUCCEEDED);
    assertThat(PaymentMachine.reversed(unknown).payment().status()).isEqualTo(FAILED);
    Move back = PaymentMachine.authorized(unknown, new Outcome.RequiresAction("ch"), NOW);
    assertThat(back.payment().isWaitingForPayer()).isTrue();
    assertThat(back.events().stream().map(PaymentEvent::type))
        .containsExactly(EventType.PAYMENT_REQUIRES_ACTION);
  }

  @Test
  void a_payer_acts_only_on_a_payment_that_waits_for_the_payer() {
    Payment done = PaymentMachine.authorized(begun(CaptureMethod.MANUAL), APPROVED, NOW).payment();

    assertThatThrownBy(() -> PaymentMachine.beginResume(done)).hasMessageContaining("unexpected");
    assertThatThrownBy(() -> PaymentMachine.beginAbandon(done)).hasMessageContaining("unexpected");
    Move abandoned = PaymentMachine.beginAbandon(challenged());
    assertThat(abandoned.payment().state().cancellationReason())
        .contains(CancellationReason.ABANDONED);
    assertThat(abandoned.events()).isEmpty();
  }

  @Test
  void impossible_amounts_cannot_be_created() {
    Money zero = Money.zero(TEN.currency());
    assertThatThrownBy(() -> new Amounts(TEN, TEN, new Money(1, TEN.currency()), zero, zero))
        .hasMessageContaining("captured more than authorized");
    assertThatThrownBy(() ->
            new Amounts(
                TEN,
                zero,
                new Money(5, TEN.currency()),
                new Money(3, TEN.currency()),
                new Money(3, TEN.currency())))
        .hasMessageContaining("refunded within captured");
  }

  @Test
  void a_result_of_an_operation_that_is_not_in_progress_is_rejected() {
    Payment waiting = challenged();

    assertThatThrownBy(() -> PaymentMachine.canceled(authorized(), APPROVED, NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> PaymentMachine.authorized(waiting, APPROVED, NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> PaymentMachine.reversed(waiting))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> PaymentMachine.partlyApproved(waiting))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> PaymentMachine.refused(waiting, Failure.processingError(waiting)))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"SUCCEEDED", "FAILED", "CANCELED"})
  void a_final_payment_stays_unchanged_even_with_an_operation_in_progress(Status status) {
    Payment authorizing = withState(begun(CaptureMethod.AUTOMATIC), "status", status);
    Payment capturing = withState(authorizing, "pending", Optional.of(Operation.CAPTURE));

    for (Outcome outcome : List.of(APPROVED, DECLINED, new Outcome.RequiresAction("ch"))) {
      assertThatThrownBy(() -> PaymentMachine.authorized(authorizing, outcome, NOW))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(status.name());
    }
    for (Outcome outcome : List.of(APPROVED, DECLINED, new Outcome.NotSent())) {
      assertThatThrownBy(() -> PaymentMachine.captured(capturing, TEN, outcome, NOW))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(status.name());
    }
  }

  @Test
  void a_partial_approval_fails_the_payment_and_is_reported() {
    Move move = PaymentMachine.partlyApproved(begun(CaptureMethod.AUTOMATIC));

    assertThat(move.payment().status()).isEqualTo(FAILED);
    assertThat(move.payment().state().amounts().captured().isZero()).isTrue();
    assertThat(move.payment().state().networkResult().responseCode())
        .contains(ResponseCodes.PARTIAL_APPROVAL);
    assertThat(move.failure().map(Failure::code)).contains(ErrorCode.CARD_DECLINED);
  }

  /**
   * Florin can't stop a payer at a provider, so a rejected cancellation means that it is too late.
   */
  @Test
  void a_rejected_cancellation_is_too_late_only_while_the_payer_acts_at_the_provider() {
    var redirect =
        new Outcome.RequiresAction(
            "ch", new PayerAction.Redirect(URI.create("https://bank.example"), NOW));
    Payment transfer = with(begun(CaptureMethod.MANUAL), BankTransfer.NEW);

    assertThat(refusedCancellation(challenged())).isEqualTo(ErrorCode.PROCESSING_ERROR);
    assertThat(
            refusedCancellation(
                PaymentMachine.authorized(begun(CaptureMethod.MANUAL), redirect, NOW).payment()))
        .isEqualTo(ErrorCode.PAYMENT_UNEXPECTED_STATE);
    assertThat(
            refusedCancellation(
                PaymentMachine.authorized(transfer, new Outcome.RequiresAction("ch"), NOW)
                    .payment()))
        .isEqualTo(ErrorCode.PAYMENT_UNEXPECTED_STATE);
    assertThat(refusedCancellation(PaymentMachine.authorized(transfer, APPROVED, NOW).payment()))
        .isEqualTo(ErrorCode.PROCESSING_ERROR);
  }

  private static ErrorCode refusedCancellation(Payment payment) {
    Payment begun = PaymentMachine.beginCancel(payment, Optional.empty()).payment();
    Move move = PaymentMachine.canceled(begun, DECLINED, NOW);
    assertThat(move.payment().status()).isEqualTo(payment.status());
    assertThat(move.events()).isEmpty();
    return move.failure().orElseThrow().code();
  }

  @Test
  void a_cancellation_after_a_change_at_the_provider_reports_the_change() {
    Payment begun = PaymentMachine.beginCancel(authorized(), Optional.empty()).payment();
    var declined =
        new Outcome.Declined(
            ErrorCode.CHANGED_AT_PROVIDER, Optional.empty(), Optional.empty(), Optional.empty());

    assertThat(PaymentMachine.canceled(begun, declined, NOW).failure().map(Failure::code))
        .contains(ErrorCode.CHANGED_AT_PROVIDER);
  }

  @Test
  void an_approval_keeps_the_challenges_result_or_else_the_merchants() {
    var passed =
        new ThreeDSecureResult(
            "2.2.0", Optional.of("05"), Optional.of("proof"), Optional.empty(), TransStatus.Y);
    var approved =
        new Outcome.Approved(
            "ref",
            Optional.empty(),
            Optional.of("00"),
            TEN,
            Checks.NONE,
            RiskLevel.NORMAL,
            Optional.of(passed));
    var brought = new ThreeDSecure("2.1.0", Optional.empty(), Optional.empty(), TransStatus.A);
    Payment begun =
        withState(
            begun(CaptureMethod.AUTOMATIC),
            "authentication",
            Authentication.of(Optional.of(brought)));

    Authentication challenged =
        PaymentMachine.authorized(PaymentMachine.beginResume(challenged()).payment(), approved, NOW)
            .payment()
            .state()
            .authentication();
    assertThat(challenged.challenge()).contains("ch");
    assertThat(challenged.result()).contains(ThreeDSecure.of(passed));
    assertThat(
            PaymentMachine.authorized(begun, APPROVED, NOW)
                .payment()
                .state()
                .authentication()
                .result())
        .contains(brought);
  }

  @Test
  void money_that_arrives_unrequested_is_accepted_only_while_the_payment_waits_for_its_payer() {
    Payment waiting =
        PaymentMachine.authorized(
                with(begun(CaptureMethod.AUTOMATIC), BankTransfer.NEW),
                new Outcome.RequiresAction("transfer"),
                NOW)
            .payment();

    assertThat(PaymentMachine.arrived(waiting, BankTransfer.NEW, APPROVED, NOW).payment().status())
        .isEqualTo(SUCCEEDED);
    Move part = PaymentMachine.partlyArrived(waiting, BankTransfer.NEW);
    assertThat(part.payment().status()).isEqualTo(REQUIRES_ACTION);
    assertThat(part.events().stream().map(PaymentEvent::type))
        .containsExactly(EventType.PAYMENT_UPDATED);
    Payment canceling = PaymentMachine.beginCancel(waiting, Optional.empty()).payment();
    assertThatThrownBy(() -> PaymentMachine.arrived(canceling, BankTransfer.NEW, APPROVED, NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> PaymentMachine.partlyArrived(canceling, BankTransfer.NEW))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void only_an_authorization_can_be_reversed(Operation operation) {
    assertThat(operation.isOfAuthorization())
        .isEqualTo(operation == Operation.AUTHORIZE || operation == Operation.RESUME);
  }

  private static Payment withState(Payment payment, String component, Object value) {
    return payment.with(Records.with(payment.state(), component, value));
  }

  private static Payment with(Payment payment, Instrument instrument) {
    return Records.with(
        payment, "method", Records.with(payment.method(), "instrument", instrument));
  }
}
