package florin.payment.machine;

import static florin.payment.machine.Refund.Status.CANCELED;
import static florin.payment.machine.Refund.Status.FAILED;
import static florin.payment.machine.Refund.Status.PENDING;
import static florin.payment.machine.Refund.Status.SUCCEEDED;
import static florin.payment.machine.Samples.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefund;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefundStatus;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.connector.ResponseCodes;
import florin.connector.RiskLevel;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.core.Refusal;
import florin.event.EventType;
import florin.payment.machine.Move.PaymentEvent;
import florin.payment.machine.Refund.FailureReason;
import florin.payment.machine.Refund.State;
import florin.payment.machine.RefundMachine.PartPaid;
import florin.testing.Records;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RefundMachineTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Outcome APPROVED =
      new Outcome.Approved(
          "ref",
          Optional.empty(),
          Optional.of("00"),
          usd(1000),
          Checks.NONE,
          RiskLevel.NORMAL,
          Optional.empty());
  private static final Outcome DECLINED = ResponseCodes.decline("05");

  @Test
  void the_table_of_moves_is_the_one_of_the_specification() {
    assertThat(RefundMachine.MOVES)
        .isEqualTo(
            Map.of(
                PENDING, Set.of(SUCCEEDED, FAILED, CANCELED),
                SUCCEEDED, Set.of(FAILED),
                FAILED, Set.of(),
                CANCELED, Set.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1000, 1000",
    "0, 0, , 1000",
    "300, 0, , 700",
    "300, 200, , 500",
    "0, 999, 1, 1"
  })
  void a_refund_reserves_its_amount_and_has_no_event_of_the_payment(
      long refunded, long pending, Long asked, long expected) {
    Payment payment = payment(1000, refunded, pending);
    RefundMove move = begin(payment, asked);

    assertThat(move.refund().amount()).isEqualTo(usd(expected));
    assertThat(move.refund().status()).isEqualTo(PENDING);
    assertThat(move.event()).contains(EventType.REFUND_CREATED);
    Move paid = move.payment().orElseThrow();
    assertThat(paid.events()).isEmpty();
    assertThat(paid.payment().state().version()).isEqualTo(payment.state().version() + 1);
    assertThat(paid.payment().state().sequence()).isEqualTo(payment.state().sequence());
    assertThat(paid.payment().state().amounts().refundPending()).isEqualTo(usd(pending + expected));
    assertThat(paid.payment().state().amounts().refunded()).isEqualTo(usd(refunded));
  }

  @Test
  void a_refund_of_another_amount_moves_nothing_in_any_status() {
    Payment payment = payment(1000, 0, 0);
    RefundMove begun = begin(payment, 400L);
    Payment reserved = begun.payment().orElseThrow().payment();
    Outcome other = APPROVED.ofAsked(usd(400));

    assertThat(RefundMachine.resolved(reserved, begun.refund(), other))
        .isEqualTo(RefundMove.none(begun.refund()));
    RefundMove done = RefundMachine.resolved(reserved, begun.refund(), APPROVED.ofAsked(usd(1000)));
    assertThat(done.refund().status()).isEqualTo(SUCCEEDED);
    assertThat(RefundMachine.resolved(done.payment().orElseThrow().payment(), done.refund(), other))
        .isEqualTo(RefundMove.none(done.refund()));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1001, REFUND_AMOUNT_EXCEEDS_REMAINING",
    "300, 0, 701, REFUND_AMOUNT_EXCEEDS_REMAINING",
    "300, 200, 501, REFUND_AMOUNT_EXCEEDS_REMAINING",
    "1000, 0, 1, PAYMENT_ALREADY_REFUNDED",
    "1000, 0, , PAYMENT_ALREADY_REFUNDED",
    "0, 1000, , PAYMENT_ALREADY_REFUNDED"
  })
  void a_refund_above_the_remaining_amount_is_rejected(
      long refunded, long pending, Long asked, ErrorCode code) {
    assertRefused(payment(1000, refunded, pending), asked, code);
  }

  @ParameterizedTest
  @CsvSource({
    "REQUIRES_ACTION, Cancel it instead; no refund was created.",
    "REQUIRES_CAPTURE, Cancel it instead; no refund was created.",
    "PROCESSING, Wait until it has succeeded; no refund was created.",
    "FAILED, No refund was created.",
    "CANCELED, No refund was created."
  })
  void an_unsuccessful_payment_cannot_be_refunded(Status status, String advice) {
    Payment before = payment(1000, 0, 0);
    Payment.State s = before.state();
    Payment payment =
        before.with(
            new Payment.State(
                s.version(),
                s.sequence(),
                status,
                s.pending(),
                Amounts.of(usd(1000)),
                s.failure(),
                s.networkResult(),
                s.captured(),
                s.canceled(),
                s.cancellationReason(),
                s.authentication(),
                s.provider()));
    assertRefused(payment, 1L, ErrorCode.PAYMENT_NOT_REFUNDABLE);
    assertThatThrownBy(() -> begin(payment, 1L))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal ->
                assertThat(refusal.problem().message())
                    .isEqualTo(
                        "The payment is %s, and only a payment that is succeeded can be refunded. %s"
                            .formatted(status.text(), advice)));
  }

  @Test
  void the_reserved_amount_is_refunded_when_the_network_approves() {
    RefundMove move =
        RefundMachine.resolved(payment(1000, 100, 400), refund(400, PENDING), APPROVED);

    assertThat(move.refund().status()).isEqualTo(SUCCEEDED);
    assertThat(move.event()).contains(EventType.REFUND_UPDATED);
    assertAmounts(move, 500, 0);
    assertThat(told(move)).containsExactly(EventType.PAYMENT_REFUNDED);
  }

  static List<Outcome> refusals() {
    return List.of(DECLINED, new Outcome.NotSent());
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void the_reserved_amount_is_released_when_the_refund_fails(Outcome outcome) {
    RefundMove move =
        RefundMachine.resolved(payment(1000, 100, 400), refund(400, PENDING), outcome);

    assertThat(move.refund().status()).isEqualTo(FAILED);
    assertThat(move.event()).contains(EventType.REFUND_FAILED);
    assertAmounts(move, 100, 0);
    assertThat(told(move)).isEmpty();
  }

  static List<Outcome> open() {
    return List.of(
        new Outcome.Pending(), new Outcome.Unknown("late"), new Outcome.RequiresAction("none"));
  }

  @ParameterizedTest
  @MethodSource("open")
  void an_unknown_outcome_changes_nothing(Outcome outcome) {
    for (Refund.Status status : List.of(PENDING, SUCCEEDED)) {
      Refund refund = refund(400, status);
      assertThat(RefundMachine.resolved(payment(1000, 400, 400), refund, outcome))
          .isEqualTo(RefundMove.none(refund));
    }
  }

  @Test
  void a_success_that_is_confirmed_changes_nothing() {
    Refund refund = refund(400, SUCCEEDED);
    assertThat(RefundMachine.resolved(payment(1000, 400, 0), refund, APPROVED))
        .isEqualTo(RefundMove.none(refund));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_late_refund_failure_lowers_the_refunded_amount(Outcome outcome) {
    RefundMove move =
        RefundMachine.resolved(payment(1000, 500, 100), refund(400, SUCCEEDED), outcome);

    assertThat(move.refund().status()).isEqualTo(FAILED);
    assertThat(move.event()).contains(EventType.REFUND_FAILED);
    assertAmounts(move, 100, 100);
    assertThat(told(move)).containsExactly(EventType.PAYMENT_UPDATED);
  }

  @Test
  void a_canceled_refund_releases_its_amount() {
    RefundMove move = RefundMachine.canceled(payment(1000, 100, 400), refund(400, PENDING));

    assertThat(move.refund().status()).isEqualTo(CANCELED);
    assertThat(move.event()).contains(EventType.REFUND_UPDATED);
    assertAmounts(move, 100, 0);
    assertThat(told(move)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Refund.Status.class,
      names = {"FAILED", "CANCELED"})
  void a_final_refund_stays_final(Refund.Status status) {
    for (Outcome outcome : List.of(APPROVED, DECLINED, new Outcome.NotSent())) {
      assertThatThrownBy(
              () -> RefundMachine.resolved(payment(1000, 400, 400), refund(400, status), outcome))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> RefundMachine.canceled(payment(1000, 0, 400), refund(400, status)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_refund_that_succeeded_cannot_be_canceled() {
    assertThatThrownBy(
            () -> RefundMachine.canceled(payment(1000, 400, 400), refund(400, SUCCEEDED)))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "05, DECLINED",
    "51, DECLINED",
    "54, EXPIRED_OR_CANCELED_CARD",
    "46, EXPIRED_OR_CANCELED_CARD",
    "41, LOST_OR_STOLEN_CARD",
    "43, LOST_OR_STOLEN_CARD",
    "96, DECLINED"
  })
  void a_declined_refund_has_a_reason(String responseCode, FailureReason reason) {
    RefundMove move =
        RefundMachine.resolved(
            payment(1000, 0, 400), refund(400, PENDING), ResponseCodes.decline(responseCode));
    assertThat(move.refund().state().failure()).contains(reason);
  }

  @Test
  void a_refund_that_never_arrived_has_failed_for_an_unknown_reason() {
    RefundMove move =
        RefundMachine.resolved(payment(1000, 0, 400), refund(400, PENDING), new Outcome.NotSent());
    assertThat(move.refund().state().failure()).contains(FailureReason.UNKNOWN);
  }

  @Test
  void every_reported_change_increments_the_sequence_and_every_change_the_version() {
    Refund refund = refund(400, PENDING);
    Refund after = RefundMachine.resolved(payment(1000, 0, 400), refund, APPROVED).refund();
    assertThat(after.state().version()).isEqualTo(refund.state().version() + 1);
    assertThat(after.state().sequence()).isEqualTo(refund.state().sequence() + 1);
    Refund described = RefundMachine.described(after, Map.of("a", "1")).refund();
    assertThat(described.state().sequence()).isEqualTo(after.state().sequence() + 1);
    assertThat(described.state().version()).isEqualTo(after.state().version() + 1);
    assertThat(described.metadata()).isEqualTo(Map.of("a", "1"));
    assertThat(described.status()).isEqualTo(SUCCEEDED);
  }

  /** A lost dispute returns the money to the payer. A refund in addition would return it twice. */
  @ParameterizedTest
  @EnumSource(DisputeStatus.class)
  void a_payment_can_be_refunded_only_if_no_dispute_can_take_the_money_too(DisputeStatus status) {
    var dispute =
        new ProviderDispute(
            Optional.of("dp_1"), status, Optional.empty(), "fraudulent", Optional.empty());
    var details =
        new ProviderDetails(
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(dispute),
            Optional.empty());
    Payment disputed =
        PaymentMachine.lookedAt(payment(1000, 0, 0), details, false, NOW).orElseThrow().payment();

    if (dispute.blocksRefunds()) {
      assertRefused(disputed, 400L, ErrorCode.PAYMENT_NOT_REFUNDABLE);
      assertThatThrownBy(() -> begin(disputed, 400L))
          .hasMessageContaining(
              status == DisputeStatus.LOST ? "was lost" : "Respond to the dispute");
    } else {
      assertThat(begin(disputed, 400L).refund().amount()).isEqualTo(usd(400));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, 500, PENDING, 0, 500, false",
    "SUCCEEDED, 500, SUCCEEDED, 500, 0, true",
    "SUCCEEDED, 1000, SUCCEEDED, 1000, 0, true",
  })
  void a_refund_by_a_person_at_the_provider_takes_its_part_of_the_payment(
      ProviderRefundStatus there,
      long amount,
      Refund.Status here,
      long refunded,
      long pending,
      boolean isTold) {
    RefundMove move =
        RefundMachine.madeAtProvider(
                payment(1000, 0, 0), new RefundId(new UUID(7, 7)), made(amount, there), NOW)
            .orElseThrow();

    assertThat(move.refund().status()).isEqualTo(here);
    assertThat(move.refund().providerId()).contains("re_1");
    assertThat(move.refund().reason()).contains(Refund.Reason.MADE_AT_PROVIDER);
    assertThat(move.refund().state().failure()).isEmpty();
    assertAmounts(move, refunded, pending);
    assertThat(told(move).isEmpty()).isEqualTo(!isTold);
  }

  @Test
  void an_excessive_refund_at_the_provider_or_one_in_another_currency_is_not_adopted() {
    Payment payment = payment(1000, 300, 200);
    var id = new RefundId(new UUID(7, 7));
    var euro =
        new ProviderRefund(
            "re_1", new Money(1, Currency.get("eur")), ProviderRefundStatus.SUCCEEDED);

    for (ProviderRefundStatus status :
        List.of(ProviderRefundStatus.PENDING, ProviderRefundStatus.SUCCEEDED)) {
      assertThat(RefundMachine.madeAtProvider(payment, id, made(501, status), NOW)).isEmpty();
      assertThat(RefundMachine.madeAtProvider(payment, id, made(500, status), NOW)).isPresent();
    }
    assertThat(RefundMachine.madeAtProvider(payment, id, euro, NOW)).isEmpty();
  }

  @Test
  void a_failed_refund_at_the_provider_moves_no_money_regardless_of_its_amount() {
    var id = new RefundId(new UUID(7, 7));
    RefundMove failed =
        RefundMachine.madeAtProvider(
                payment(1000, 1000, 0), id, made(400, ProviderRefundStatus.FAILED), NOW)
            .orElseThrow();
    RefundMove canceled =
        RefundMachine.madeAtProvider(
                payment(1000, 1000, 0), id, made(400, ProviderRefundStatus.CANCELED), NOW)
            .orElseThrow();

    assertThat(failed.payment()).isEmpty();
    assertThat(failed.refund().state().failure()).contains(FailureReason.DECLINED);
    assertThat(canceled.payment()).isEmpty();
    assertThat(canceled.refund().status()).isEqualTo(CANCELED);
    assertThat(canceled.refund().state().failure()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, SUCCEEDED, SUCCEEDED, 400, 0",
    "PENDING, FAILED, FAILED, 0, 0",
    "PENDING, CANCELED, CANCELED, 0, 0",
    "SUCCEEDED, FAILED, FAILED, 0, 0",
    "SUCCEEDED, CANCELED, FAILED, 0, 0",
  })
  void a_refund_mirrors_the_one_at_the_provider(
      Refund.Status before,
      ProviderRefundStatus there,
      Refund.Status after,
      long refunded,
      long pending) {
    Payment payment = before == PENDING ? payment(1000, 0, 400) : payment(1000, 400, 0);
    RefundMove move =
        RefundMachine.movedAtProvider(payment, refund(400, before), made(400, there)).orElseThrow();

    assertThat(move.refund().status()).isEqualTo(after);
    assertAmounts(move, refunded, pending);
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, PENDING",
    "SUCCEEDED, SUCCEEDED",
    "SUCCEEDED, PENDING",
    "FAILED, SUCCEEDED",
    "CANCELED, SUCCEEDED",
    "FAILED, CANCELED"
  })
  void a_refund_that_is_the_same_at_the_provider_or_final_here_stays(
      Refund.Status before, ProviderRefundStatus there) {
    assertThat(
            RefundMachine.movedAtProvider(
                payment(1000, 400, 400), refund(400, before), made(400, there)))
        .isEmpty();
  }

  @Test
  void a_partial_payment_by_the_bank_is_a_refund_and_the_rest_can_be_refunded_again() {
    var id = new RefundId(new UUID(8, 8));
    PartPaid moves =
        RefundMachine.partPaid(payment(1000, 100, 400), refund(400, PENDING), id, usd(150), NOW);

    assertThat(moves.asked().refund().status()).isEqualTo(FAILED);
    assertThat(moves.asked().refund().state().failure()).contains(FailureReason.OTHER_AMOUNT);
    assertThat(moves.paid().refund().id()).isEqualTo(id);
    assertThat(moves.paid().refund().amount()).isEqualTo(usd(150));
    assertThat(moves.paid().refund().status()).isEqualTo(SUCCEEDED);
    assertAmounts(moves.paid(), 250, 0);
    assertThat(told(moves.paid())).containsExactly(EventType.PAYMENT_REFUNDED);
  }

  @Test
  void a_reversal_or_a_return_by_the_bank_moves_the_money_of_the_payment() {
    RefundMove taken =
        RefundMachine.takenBack(
            payment(1000, 300, 200), new RefundId(new UUID(8, 8)), usd(500), NOW);
    assertThat(taken.refund().status()).isEqualTo(SUCCEEDED);
    assertThat(taken.refund().reason()).contains(Refund.Reason.BANK_RETURN);
    assertAmounts(taken, 800, 200);

    RefundMove returned = RefundMachine.returned(payment(1000, 400, 0), refund(400, SUCCEEDED));
    assertThat(returned.refund().state().failure()).contains(FailureReason.RETURNED);
    assertAmounts(returned, 0, 0);
    RefundMove notPaid = RefundMachine.notPaid(payment(1000, 0, 400), refund(400, PENDING));
    assertThat(notPaid.refund().state().failure()).contains(FailureReason.DECLINED);
    assertAmounts(notPaid, 0, 0);
  }

  private static ProviderRefund made(long amount, ProviderRefundStatus status) {
    return new ProviderRefund("re_1", usd(amount), status);
  }

  private static void assertRefused(Payment payment, Long asked, ErrorCode code) {
    assertThatThrownBy(() -> begin(payment, asked))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.problem().code()).isEqualTo(code));
  }

  private static void assertAmounts(RefundMove move, long refunded, long pending) {
    Amounts amounts = move.payment().orElseThrow().payment().state().amounts();
    assertThat(amounts.refunded()).isEqualTo(usd(refunded));
    assertThat(amounts.refundPending()).isEqualTo(usd(pending));
  }

  private static List<EventType> told(RefundMove move) {
    return move.payment().orElseThrow().events().stream().map(PaymentEvent::type).toList();
  }

  private static RefundMove begin(Payment payment, @org.jspecify.annotations.Nullable Long amount) {
    return RefundMachine.begin(
        payment,
        new RefundId(new UUID(7, 7)),
        new CreateRefund(
            payment.id(),
            amount == null ? OptionalLong.empty() : OptionalLong.of(amount),
            Optional.empty(),
            Map.of()),
        NOW);
  }

  private static Refund refund(long amount, Refund.Status status) {
    Optional<FailureReason> failure =
        status == FAILED ? Optional.of(FailureReason.DECLINED) : Optional.empty();
    return new Refund(
        Realm.of(1, Mode.TEST),
        new RefundId(new UUID(7, 7)),
        new PaymentId(new UUID(1, 1)),
        usd(amount),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        NOW,
        new State(1, 1, status, failure));
  }

  /** Returns a payment that has succeeded. */
  private static Payment payment(long captured, long refunded, long pending) {
    Payment begun = Samples.begin(usd(captured), CaptureMethod.AUTOMATIC).payment();
    Payment paid = PaymentMachine.authorized(begun, APPROVED, NOW).payment();
    var amounts = new Amounts(usd(captured), usd(0), usd(captured), usd(refunded), usd(pending));
    return paid.with(Records.with(paid.state(), "amounts", amounts));
  }
}
