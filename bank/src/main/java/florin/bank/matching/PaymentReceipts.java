package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntry.SealedIban;
import florin.bank.matching.Allocation.Recipient;
import florin.connector.Checks;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.db.Write;
import florin.instrument.BankTransfer;
import florin.instrument.BankTransfer.Debtor;
import florin.payment.execution.Arrivals;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The effects of money on the payment that it arrives for. */
final class PaymentReceipts {
  private final Arrivals arrivals;

  PaymentReceipts(Arrivals arrivals) {
    this.arrivals = arrivals;
  }

  /**
   * Returns the writes for received money: the payment keeps waiting, or succeeds.
   *
   * @param amount at most the outstanding amount
   */
  List<Write> receive(Recipient expected, Money amount, BankEntry by, Instant now) {
    Payment payment = expected.payment();
    ExpectedTransfer transfer = expected.transfer();
    ExpectedTransfer after = transfer.received(transfer.received().plus(amount));
    BankTransfer paid = instrument(payment).received(after.received(), debtor(by));
    var writes = new ArrayList<Write>();
    writes.add(TransferStore.update(after));
    writes.addAll(
        after.outstanding().isZero()
            ? arrivals.succeed(payment, expected.authorization(), paid, approved(by, payment), now)
            : arrivals.waitOn(payment, paid, now));
    return writes;
  }

  /** Returns the writes for money taken back from a payment that still waits. */
  List<Write> lower(Recipient expected, Money amount, Instant now) {
    ExpectedTransfer transfer = expected.transfer();
    ExpectedTransfer after = transfer.received(transfer.received().minus(amount));
    var writes = new ArrayList<Write>();
    writes.add(TransferStore.update(after));
    writes.addAll(
        arrivals.waitOn(
            expected.payment(),
            instrument(expected.payment()).received(after.received(), Optional.empty()),
            now));
    return writes;
  }

  /** Returns the writes for money taken back from a succeeded payment. */
  List<Write> refund(Payment payment, RefundId refund, Money amount, Instant now) {
    return arrivals.takeBack(payment, refund, amount, now);
  }

  private static BankTransfer instrument(Payment payment) {
    return payment.findTransfer().orElse(BankTransfer.NEW);
  }

  private static Optional<Debtor> debtor(BankEntry entry) {
    return entry
        .said()
        .iban()
        .map(SealedIban::last4)
        .map(last4 -> new Debtor(entry.said().party().orElse(""), last4));
  }

  private static Outcome.Approved approved(BankEntry entry, Payment payment) {
    return new Outcome.Approved(
        entry.bankReference().orElseGet(() -> entry.id().text()),
        Optional.empty(),
        Optional.empty(),
        payment.terms().amount(),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }
}
