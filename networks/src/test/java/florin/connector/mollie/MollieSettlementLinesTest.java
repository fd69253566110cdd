package florin.connector.mollie;

import static florin.connector.Requests.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.remote.RemoteFacts;
import florin.core.Money;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of Mollie's balance transactions. */
class MollieSettlementLinesTest extends MollieSettlementsFixture {
  @ParameterizedTest
  @CsvSource({
    "payment, PAYMENT",
    "capture, PAYMENT",
    "failed-payment, PAYMENT",
    "refund, REFUND",
    "platform-payment-refund, REFUND",
    "returned-refund, REFUND_FAILURE",
    "chargeback, DISPUTE",
    "chargeback-reversal, DISPUTE",
    "unauthorized-direct-debit, DISPUTE",
    "payment-fee, FEE",
    "invoice-compensation, FEE",
    "balance-charge-fee, FEE",
    "managed-fee, FEE",
    "rolling-reserve-hold, RESERVE",
    "rolling-reserve-release, RESERVE",
    "cash-collateral-issuance, RESERVE",
    "balance-correction, ADJUSTMENT",
    "topup, ADJUSTMENT",
    "loan, ADJUSTMENT",
    "outgoing-transfer, ADJUSTMENT",
    "something-new, ADJUSTMENT"
  })
  void the_type_of_a_transaction_gives_the_type_of_the_line(
      String type, SettlementLine.Type expected) {
    assertThat(line(movement("baltr_1", type, "-1.00", "0.00", "")).type()).isEqualTo(expected);
  }

  @Test
  void a_payment_has_its_attempt_and_its_fee() {
    OperationRef payment = sent(OperationKind.AUTHORIZE, "tr_1", RemoteFacts.asked(eur(1000)));

    assertThat(
            lines(
                movement(
                    "baltr_1",
                    "payment",
                    "10.00",
                    "-0.29",
                    "'paymentId': 'tr_1', 'paymentDescription': 'Order 17'")))
        .containsExactly(
            new SettlementLine(
                "baltr_1",
                SettlementLine.Type.PAYMENT,
                Optional.of(payment.id()),
                EUR,
                1000,
                29,
                0,
                Optional.empty(),
                "Order 17",
                Instant.parse("2026-02-28T12:00:00Z"),
                Instant.parse("2026-02-28T12:00:00Z"),
                Optional.empty()));
    assertThat(calls.get(1)).isEqualTo(TRANSACTIONS + "?limit=100&testmode=true");
    // The context may be within the name of the type.
    assertThat(
            line(movement("baltr_1", "payment", "1.00", "0.00", "'payment': {'paymentId': 'tr_1'}"))
                .subject())
        .hasValue(payment.id());
    assertThat(
            line(movement("baltr_1", "payment", "1.00", "0.00", "'paymentId': 'tr_other'"))
                .subject())
        .isEmpty();
  }

  @Test
  void reserves_and_repayments_within_the_deductions_are_lines_of_their_own() {
    String whole =
        movement("baltr_1", "payment", "10.00", "-0.29", "")
            .replace(
                "'context'",
                """
                'deductionDetails': {'fees': {'currency': 'EUR', 'value': '-0.02'}, 'commissions': {'currency': 'EUR', 'value': '-0.08'},
                 'reservations': {'currency': 'EUR', 'value': '-0.09'}, 'repayments': {'currency': 'EUR', 'value': '-0.10'}}, 'context'\
                """);

    List<SettlementLine> lines = lines(whole);

    assertThat(lines)
        .extracting(
            SettlementLine::reference,
            SettlementLine::type,
            SettlementLine::gross,
            SettlementLine::fee)
        .containsExactly(
            tuple("baltr_1", SettlementLine.Type.PAYMENT, 1000L, 10L),
            tuple("baltr_1:reserve", SettlementLine.Type.RESERVE, -9L, 0L),
            tuple("baltr_1:repayment", SettlementLine.Type.ADJUSTMENT, -10L, 0L));
    assertThat(lines.stream().mapToLong(SettlementLine::net).sum()).isEqualTo(971);
  }

  @Test
  void a_fee_without_a_payment_has_no_gross_amount() {
    SettlementLine fee = line(movement("baltr_1", "balance-charge-fee", "-2.50", "0.00", ""));
    assertThat(List.of(fee.gross(), fee.fee(), fee.net())).containsExactly(0L, 250L, -250L);
    SettlementLine returned = line(movement("baltr_2", "invoice-compensation", "0.03", "0.00", ""));
    assertThat(List.of(returned.gross(), returned.fee(), returned.net()))
        .containsExactly(0L, -3L, 3L);
  }

  @Test
  void a_refund_has_its_own_attempt_and_one_made_at_mollie_that_of_the_payment() {
    OperationRef payment = sent(OperationKind.AUTHORIZE, "tr_2", RemoteFacts.asked(eur(1000)));
    OperationRef refund = sent(OperationKind.REFUND, "re_2", Map.of());

    SettlementLine ours =
        line(
            movement(
                "baltr_1", "refund", "-3.00", "-0.25", "'paymentId': 'tr_2', 'refundId': 're_2'"));
    assertThat(ours.subject()).hasValue(refund.id());
    assertThat(List.of(ours.gross(), ours.fee(), ours.net())).containsExactly(-300L, 25L, -325L);
    assertThat(
            line(movement(
                    "baltr_1",
                    "returned-refund",
                    "3.00",
                    "0.00",
                    "'paymentId': 'tr_2', 'refundId': 're_9'"))
                .subject())
        .hasValue(payment.id());
  }

  @Test
  void a_chargeback_and_its_reversal_have_the_attempt_of_the_payment() {
    OperationRef payment = sent(OperationKind.AUTHORIZE, "tr_3", RemoteFacts.asked(eur(1000)));
    String context = "'paymentId': 'tr_3', 'chargebackId': 'chb_1'";

    assertThat(
            lines(
                movement("baltr_2", "chargeback-reversal", "10.00", "0.00", context),
                movement("baltr_1", "chargeback", "-10.00", "-7.50", context)))
        .extracting(SettlementLine::type, SettlementLine::net, it -> it.subject().orElseThrow())
        .containsExactly(
            tuple(SettlementLine.Type.DISPUTE, 1000L, payment.id()),
            tuple(SettlementLine.Type.DISPUTE, -1750L, payment.id()));
  }

  @Test
  void a_converted_movement_has_the_amount_that_the_payment_shows() {
    sent(OperationKind.AUTHORIZE, "tr_4", RemoteFacts.asked(new Money(2000, USD)));
    answers.put(
        "/v2/payments/tr_4",
        new Answer(
            200,
            """
            {'resource': 'payment', 'id': 'tr_4', 'mode': 'test', 'amount': {'currency': 'USD', 'value': '20.00'},
             '_embedded': {'refunds': [{'id': 're_4', 'amount': {'currency': 'USD', 'value': '5.00'}}],
               'chargebacks': [{'id': 'chb_4', 'amount': {'currency': 'USD', 'value': '15.00'}}],
               'captures': [{'id': 'cpt_4', 'amount': {'currency': 'USD', 'value': '18.00'}}]}}\
            """));

    assertThat(
            lines(
                movement(
                    "baltr_4",
                    "chargeback",
                    "-13.80",
                    "0.00",
                    "'paymentId': 'tr_4', 'chargebackId': 'chb_4'"),
                movement(
                    "baltr_3",
                    "refund",
                    "-4.60",
                    "0.00",
                    "'paymentId': 'tr_4', 'refundId': 're_4'"),
                movement(
                    "baltr_2",
                    "capture",
                    "16.50",
                    "0.00",
                    "'paymentId': 'tr_4', 'captureId': 'cpt_4'"),
                movement("baltr_1", "payment", "18.34", "-0.60", "'paymentId': 'tr_4'")))
        .extracting(SettlementLine::currency, it -> it.original().orElseThrow())
        .containsExactly(
            tuple(EUR, new Original(USD, -1500)),
            tuple(EUR, new Original(USD, -500)),
            tuple(EUR, new Original(USD, 1800)),
            tuple(EUR, new Original(USD, 2000)));

    lists.put(
        TRANSACTIONS,
        List.of(
            movement(
                "baltr_3", "refund", "-4.60", "0.00", "'paymentId': 'tr_4', 'refundId': 're_9'")));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie reports tr_4 in a form unknown to Florin.");
  }
}
