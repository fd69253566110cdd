package florin.bank.matching;

import static florin.payment.machine.Samples.NOW;
import static florin.payment.machine.Samples.usd;
import static org.assertj.core.api.Assertions.assertThat;

import florin.bank.CreditorReference;
import florin.bank.account.ExpectedTransfer;
import florin.bank.account.ExpectedTransfer.Payee;
import florin.bank.account.ExpectedTransfer.State;
import florin.bank.account.ExpectedTransfer.WaitPeriod;
import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.Allocation.Later;
import florin.bank.matching.Allocation.Parts;
import florin.bank.matching.Allocation.Recipient;
import florin.bank.matching.Allocation.Taken;
import florin.bank.matching.Allocation.ToCredit;
import florin.bank.matching.Allocation.ToOther;
import florin.bank.matching.Allocation.ToPayment;
import florin.bank.matching.Allocation.ToUnmatched;
import florin.connector.Outcome;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.payment.machine.Attempt;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Samples;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Matches transfers with a payment of 1000 that waits for its payer. */
class MatchMachineTest {
  private static final Recipient OPEN = recipient(waiting(), State.OPEN, 0);

  @Test
  void money_without_a_reference_or_with_an_unknown_one_or_with_several_waits_for_a_person() {
    Recipient other = recipient(waiting(), State.OPEN, 0);

    assertThat(MatchMachine.decide(usd(1000), false, List.of()))
        .isEqualTo(unmatched(usd(1000), UnappliedReason.NO_REFERENCE));
    assertThat(MatchMachine.decide(usd(1000), true, List.of()))
        .isEqualTo(unmatched(usd(1000), UnappliedReason.UNKNOWN_REFERENCE));
    assertThat(MatchMachine.decide(usd(1000), true, List.of(OPEN, other)))
        .isEqualTo(unmatched(usd(1000), UnappliedReason.SEVERAL_REFERENCES));
  }

  @Test
  void money_in_another_currency_is_unmatched_even_if_its_amount_is_right() {
    var euro = new Money(1000, Currency.get("eur"));

    for (State state : State.values()) {
      Recipient expected = recipient(waiting(), state, state == State.PAID ? 1000 : 0);
      assertThat(MatchMachine.decide(euro, true, List.of(expected)))
          .isEqualTo(unmatched(euro, UnappliedReason.OTHER_CURRENCY));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1000, true", "0, 999, false", "400, 600, true", "400, 599, false", "0, 1, false"})
  void an_amount_up_to_the_outstanding_one_goes_to_the_payment(
      long received, long sent, boolean completes) {
    Recipient expected = recipient(waiting(), State.OPEN, received);

    assertThat(MatchMachine.decide(usd(sent), true, List.of(expected)))
        .isEqualTo(parts(new ToPayment(expected, usd(sent), completes)));
  }

  @ParameterizedTest
  @CsvSource({"0, 1001, 1000, 1", "400, 1000, 600, 400"})
  void the_excess_over_the_outstanding_amount_is_the_customers(
      long received, long sent, long paid, long credit) {
    Recipient expected = recipient(waiting(), State.OPEN, received);

    assertThat(MatchMachine.decide(usd(sent), true, List.of(expected)))
        .isEqualTo(
            parts(
                new ToPayment(expected, usd(paid), true),
                new ToCredit(expected, usd(credit), UnappliedReason.OVERPAID)));
  }

  @Test
  void money_for_a_payment_with_an_operation_in_progress_is_decided_later() {
    Recipient busy =
        recipient(PaymentMachine.beginCancel(waiting(), Optional.empty()).payment(), State.OPEN, 0);

    assertThat(MatchMachine.decide(usd(1000), true, List.of(busy))).isEqualTo(new Later());
  }

  @Test
  void money_for_a_payment_that_is_paid_or_over_is_a_credit_of_its_customer() {
    Recipient paid = recipient(waiting(), State.PAID, 1000);
    Recipient closed = recipient(waiting(), State.CLOSED, 400);

    assertThat(MatchMachine.decide(usd(7), true, List.of(paid)))
        .isEqualTo(parts(new ToCredit(paid, usd(7), UnappliedReason.PAID_ALREADY)));
    assertThat(MatchMachine.decide(usd(600), true, List.of(closed)))
        .isEqualTo(parts(new ToCredit(closed, usd(600), UnappliedReason.LATE)));
  }

  @Test
  void a_reversal_takes_unmatched_money_first_then_credits_and_then_the_payment() {
    Held payment = held(Holder.PAYMENT, 500);
    Held credit = held(Holder.CREDIT, 300);
    Held unmatched = held(Holder.UNMATCHED, 200);
    List<Held> all = List.of(payment, credit, unmatched);

    assertThat(MatchMachine.reverse(usd(1000), all))
        .isEqualTo(
            parts(
                new Taken(unmatched, usd(200)),
                new Taken(credit, usd(300)),
                new Taken(payment, usd(500))));
    assertThat(MatchMachine.reverse(usd(250), all))
        .isEqualTo(parts(new Taken(unmatched, usd(200)), new Taken(credit, usd(50))));
    assertThat(MatchMachine.reverse(usd(200), all))
        .isEqualTo(parts(new Taken(unmatched, usd(200))));
  }

  @Test
  void a_reversal_takes_at_most_the_held_money_and_reports_the_rest() {
    Held spent = held(Holder.CREDIT, 0);
    Held payment = held(Holder.PAYMENT, 500);

    assertThat(MatchMachine.reverse(usd(501), List.of(spent, payment)))
        .isEqualTo(parts(new Taken(payment, usd(500)), new ToOther(usd(1))));
    assertThat(MatchMachine.reverse(usd(10), List.of())).isEqualTo(parts(new ToOther(usd(10))));
  }

  private static Parts parts(Allocation.Portion... parts) {
    return new Parts(List.of(parts));
  }

  private static Parts unmatched(Money amount, UnappliedReason reason) {
    return parts(new ToUnmatched(amount, reason));
  }

  private static Held held(Holder holder, long amount) {
    return new Held(holder, UUID.randomUUID(), usd(amount));
  }

  private static Payment waiting() {
    Payment begun = Samples.begin(usd(1000), CaptureMethod.AUTOMATIC).payment();
    return PaymentMachine.authorized(begun, new Outcome.RequiresAction("transfer"), NOW).payment();
  }

  private static Recipient recipient(Payment payment, State state, long received) {
    var authorization =
        Attempt.begun(
            payment,
            new AttemptId(UUID.randomUUID()),
            Optional.empty(),
            new RequestId(UUID.randomUUID()),
            Attempt.Owner.NOBODY,
            NOW);
    var transfer =
        new ExpectedTransfer(
            payment.realm(),
            authorization.id(),
            1,
            state,
            new Payee(CreditorReference.of(17), new ReceivingAccountId(UUID.randomUUID())),
            usd(1000),
            usd(received),
            new WaitPeriod(NOW, NOW));
    return new Recipient(payment, transfer, authorization);
  }
}
