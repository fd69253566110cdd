package florin.payment;

import static florin.payment.Status.CANCELED;
import static florin.payment.Status.FAILED;
import static florin.payment.Status.PROCESSING;
import static florin.payment.Status.REQUIRES_ACTION;
import static florin.payment.Status.REQUIRES_CAPTURE;
import static florin.payment.Status.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.event.EventType;
import florin.payment.Payment.Instrument;
import florin.payment.Payment.Order;
import florin.payment.PaymentMachine.Happened;
import florin.payment.PaymentMachine.Move;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.CardSummary;
import florin.vault.Brand;
import florin.vault.Funding;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PaymentMachineTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Money TEN = new Money(1000, Currency.get("usd"));

  private static final Outcome APPROVED =
      new Outcome.Approved("ref", "00", TEN, Checks.NONE, RiskLevel.NORMAL, Optional.empty());
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

  /** Outcome, capture method → status, captured, capturable, failure code, event. */
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
            FAILED,
            0,
            0,
            ErrorCode.AUTHENTICATION_REQUIRED,
            EventType.PAYMENT_FAILED));
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
    assertThat(move.events()).containsExactly(new Happened(event, after));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void what_is_final_stays_final(
      Outcome outcome,
      CaptureMethod captureMethod,
      Status status,
      long c,
      long a,
      ErrorCode f,
      EventType e) {
    Payment settled = PaymentMachine.authorized(begun(captureMethod), outcome, NOW).payment();
    if (settled.status() != PROCESSING) {
      for (Outcome late :
          List.of(APPROVED, DECLINED, new Outcome.NotSent(), new Outcome.Pending())) {
        assertThatThrownBy(() -> PaymentMachine.authorized(settled, late, NOW))
            .isInstanceOf(IllegalStateException.class);
      }
      assertThatThrownBy(() -> PaymentMachine.reversed(settled))
          .isInstanceOf(IllegalStateException.class);
    }
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
  void a_creation_and_its_refusal_are_two_events_in_order() {
    Move begun =
        PaymentMachine.begin(
            Realm.of(1, Mode.TEST),
            new PaymentId(UUID.randomUUID()),
            order(CaptureMethod.AUTOMATIC),
            instrument(),
            "simulator",
            NOW);
    Move both = begun.then(PaymentMachine.refused(begun.payment(), Failure.processingError()));
    assertThat(both.events().stream().map(Happened::type))
        .containsExactly(EventType.PAYMENT_CREATED, EventType.PAYMENT_FAILED);
    assertThat(both.events().stream().map(h -> h.payment().state().sequence()))
        .containsExactly(1, 2);
  }

  @Test
  void amounts_that_may_not_be_cannot_be_built() {
    Money zero = Money.zero(TEN.currency());
    assertThatThrownBy(() -> new Amounts(TEN, TEN, new Money(1, TEN.currency()), zero, zero))
        .hasMessageContaining("captured within authorised");
    assertThatThrownBy(() ->
            new Amounts(
                TEN,
                zero,
                new Money(5, TEN.currency()),
                new Money(3, TEN.currency()),
                new Money(3, TEN.currency())))
        .hasMessageContaining("refunded within captured");
  }

  private static Payment begun(CaptureMethod captureMethod) {
    return PaymentMachine.begin(
            Realm.of(1, Mode.TEST),
            new PaymentId(UUID.randomUUID()),
            order(captureMethod),
            instrument(),
            "simulator",
            NOW)
        .payment();
  }

  private static Order order(CaptureMethod captureMethod) {
    return new Order(
        TEN,
        captureMethod,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static Instrument instrument() {
    return new Instrument(
        new PaymentMethodId(UUID.randomUUID()),
        new CardSummary(Brand.VISA, "4242", 12, 2040, Funding.CREDIT, Optional.of("f")),
        BillingDetails.NONE,
        NOW,
        Optional.empty(),
        false);
  }
}
