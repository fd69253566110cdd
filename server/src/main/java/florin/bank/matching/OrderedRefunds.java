package florin.bank.matching;

import florin.bank.intake.BankEntry;
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

/** What a bank's bookings do to the refunds that it was asked to carry out. */
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

  /** It went out: the refund has succeeded. */
  List<Write> booked(Refund refund, BankEntry by, Instant now) {
    return arrivals.refundBooked(payment(refund), refund, approved(refund, by), now);
  }

  /** It has come back: the refund has failed, be it after it had succeeded. */
  List<Write> returned(Refund refund, Instant now) {
    return arrivals.refundReturned(payment(refund), refund, now);
  }

  /** Something else went out under its name: it stays as it is, and somebody must ask. */
  List<Write> ofOtherAmount(Refund refund, Money booked, Instant now) {
    return arrivals.refundOfOtherAmount(refund, booked, now);
  }

  /** Less went out, and the payer has that. */
  List<Write> partPaid(Refund refund, RefundId made, Money booked, Instant now) {
    return arrivals.refundPartPaid(payment(refund), refund, made, booked, now);
  }

  /** Something else went out, and the payer has nothing of it. */
  List<Write> notPaid(Refund refund, Instant now) {
    return arrivals.refundNotPaid(payment(refund), refund, now);
  }

  /** Read after the refund: with that, it can only be newer. */
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
