package florin.bank.matching;

import florin.bank.intake.BankEntry;
import florin.bank.matching.Allocation.OfOtherAmount;
import florin.bank.matching.Allocation.RefundBooked;
import florin.bank.matching.Allocation.RefundReturned;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.db.Write;
import florin.payment.execution.Arrivals;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a bank's bookings do to the refunds that it was asked to carry out. */
final class OrderedRefunds {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedRefunds.class);

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
  List<Write> booked(Refund refund, RefundBooked part, BankEntry by, Instant now) {
    var writes = new ArrayList<Write>();
    writes.add(OutgoingTransferStore.update(part.transfer().booked(by.id())));
    writes.addAll(
        arrivals.refundBooked(payment(refund), refund, approved(part.transfer(), by), now));
    return writes;
  }

  /** It has come back: the refund has failed, after it had succeeded. */
  List<Write> returned(Refund refund, RefundReturned part, Instant now) {
    var writes = new ArrayList<Write>();
    writes.add(OutgoingTransferStore.update(part.transfer().returned()));
    writes.addAll(arrivals.refundReturned(payment(refund), refund, now));
    return writes;
  }

  /** Something else went out under its name: it stays as it is, and somebody must ask. */
  List<Write> ofOtherAmount(OfOtherAmount part, BankEntry by, Instant now) {
    Refund refund = of(part.transfer());
    LOG.error(
        "{} was booked by {} for {} instead of {}. It stays open: ask the bank",
        refund.id(),
        by.id(),
        part.amount(),
        refund.amount());
    var writes = new ArrayList<Write>();
    writes.add(OutgoingTransferStore.update(part.transfer().otherAmount(by.id())));
    writes.addAll(arrivals.refundOfOtherAmount(refund, part.amount(), now));
    return writes;
  }

  /** Read after the refund: with that, it can only be newer. */
  private Payment payment(Refund refund) {
    return payments.payments().get(refund.realm(), refund.payment());
  }

  private static Outcome.Approved approved(OutgoingTransfer transfer, BankEntry by) {
    return new Outcome.Approved(
        by.bankReference().orElseGet(() -> by.id().text()),
        Optional.empty(),
        Optional.empty(),
        transfer.amount(),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }
}
