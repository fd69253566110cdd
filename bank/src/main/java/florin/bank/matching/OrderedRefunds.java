package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.outgoing.OutgoingTransfer;
import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.db.Write;
import florin.payment.execution.Arrivals;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The effects of bank entries on ordered refunds. */
final class OrderedRefunds {
  private final Stores payments;
  private final Arrivals arrivals;

  OrderedRefunds(Stores payments, Arrivals arrivals) {
    this.payments = payments;
    this.arrivals = arrivals;
  }

  Refund of(OutgoingTransfer transfer) {
    return payments.refunds().get(transfer.realm(), transfer.refund().orElseThrow());
  }

  /** Returns the writes after the transfer went out: the refund has succeeded. */
  List<Write> booked(Refund refund, BankEntry by, Instant now) {
    return arrivals.refundBooked(payment(refund), refund, approved(refund, by), now);
  }

  /**
   * Returns the writes after the transfer came back: the refund has failed, even if it had
   * succeeded.
   */
  List<Write> returned(Refund refund, Instant now) {
    return arrivals.refundReturned(payment(refund), refund, now);
  }

  /**
   * Returns the writes after another amount went out: the refund stays as it is, and a person must
   * ask the bank.
   */
  List<Write> ofOtherAmount(Refund refund, Money booked, Instant now) {
    return arrivals.refundOfOtherAmount(refund, booked, now);
  }

  /** Returns the writes after a smaller amount went out, and the payer received that. */
  List<Write> partPaid(Refund refund, RefundId made, Money booked, Instant now) {
    return arrivals.refundPartPaid(payment(refund), refund, made, booked, now);
  }

  /** Returns the writes after another amount went out, and the payer received nothing. */
  List<Write> notPaid(Refund refund, Instant now) {
    return arrivals.refundNotPaid(payment(refund), refund, now);
  }

  /** Reads the payment after the refund, so that it can only be newer. */
  private Payment payment(Refund refund) {
    return payments.payments().get(refund.realm(), refund.payment());
  }

  private static Outcome.Approved approved(Refund refund, BankEntry by) {
    return new Outcome.Approved(
        by.bankReference().orElseGet(() -> by.id().text()),
        Optional.empty(),
        Optional.empty(),
        refund.amount(),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }
}
