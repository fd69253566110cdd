package florin.dashboard.payments;

import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.matching.TransferBook.Credited;
import florin.bank.matching.TransferBook.MoneyMove;
import florin.bank.matching.TransferBook.PaymentTransfers;
import florin.bank.matching.UnappliedFunds;
import florin.core.Id.BankEntryId;
import florin.core.Money;
import florin.dashboard.parts.BankText;
import florin.page.AmountText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The money that was received for a payment, by bank entries. A payment takes at most its amount,
 * and the rest becomes customer credit. The payer's transfer is the sum of both.
 *
 * @param transfers the newest first
 * @param credits the amounts that exceed the payment
 * @param isWhole whether the lists include all transfers and credits
 */
public record TransferReceipts(
    ExpectedTransfer expected,
    List<ReceivedTransfer> transfers,
    List<UnappliedFunds> credits,
    boolean isWhole) {
  public TransferReceipts {
    transfers = List.copyOf(transfers);
    credits = List.copyOf(credits);
  }

  /**
   * A bank entry.
   *
   * @param toPayment the part of this payment; negative if the bank took it back
   * @param toCredit the part that became customer credit
   * @param released the part that became customer credit when this payment ended
   */
  public record ReceivedTransfer(
      BankEntry entry, Instant at, long toPayment, long toCredit, Optional<MoneyMove> released) {
    public boolean isTakenBack() {
      return entry.debit();
    }

    /** Returns the booked amount. If the bank took money back, it is only this payment's part. */
    public String amount() {
      return isTakenBack()
          ? BankText.signed(toPayment, entry.amount().currency())
          : AmountText.of(entry.amount());
    }

    /** Returns the allocation of the money; empty if this payment has all of it. */
    public Optional<String> parts() {
      return isTakenBack() || toPayment == entry.amount().minor()
          ? Optional.empty()
          : Optional.of(shares(toPayment, toCredit, entry.amount()));
    }
  }

  static TransferReceipts of(PaymentTransfers found) {
    Map<BankEntryId, List<MoneyMove>> moves = new HashMap<>();
    found
        .moves()
        .forEach(
            move -> moves.computeIfAbsent(move.entry().id(), _ -> new ArrayList<>()).add(move));
    Map<BankEntryId, Credited> credited = new HashMap<>();
    found.credits().forEach(credit -> credited.put(credit.entry().id(), credit));
    var transfers = new ArrayList<ReceivedTransfer>();
    moves.forEach((id, own) -> transfers.add(transfer(own, Optional.ofNullable(credited.get(id)))));
    found.credits().stream()
        .filter(credit -> !moves.containsKey(credit.entry().id()))
        .forEach(credit ->
            transfers.add(
                new ReceivedTransfer(
                    credit.entry(),
                    credit.holding().origin().created(),
                    0,
                    credit.holding().amount().minor(),
                    Optional.empty())));
    transfers.sort(
        Comparator.comparing(ReceivedTransfer::at)
            .thenComparing(transfer -> transfer.entry().id().text())
            .reversed());
    return new TransferReceipts(
        found.expected(),
        transfers,
        found.credits().stream().map(Credited::holding).toList(),
        found.isWhole());
  }

  private static ReceivedTransfer transfer(List<MoneyMove> moves, Optional<Credited> credit) {
    MoneyMove first = moves.getLast();
    return new ReceivedTransfer(
        first.entry(),
        first.at(),
        moves.stream().mapToLong(MoneyMove::amount).sum(),
        credit.map(had -> had.holding().amount().minor()).orElse(0L),
        moves.stream().filter(move -> move.amount() < 0 && !move.entry().debit()).findFirst());
  }

  /** Returns the received total, including customer credit. */
  Money all() {
    return credits.stream().map(UnappliedFunds::amount).reduce(expected.received(), Money::plus);
  }

  /**
   * Returns the allocation: `€450.00 · €300.00 to this payment · €150.00 to customer credit`, or
   * `€150.00 of €300.00`.
   */
  public String words() {
    Money all = all();
    Money own = expected.received();
    return credits.isEmpty()
        ? AmountText.of(own) + " of " + AmountText.of(expected.amount())
        : (isWhole ? "" : "At least ")
            + AmountText.of(all)
            + " · "
            + shares(own.minor(), all.minus(own).minor(), own);
  }

  private static String shares(long toPayment, long toCredit, Money like) {
    String payment = AmountText.of(new Money(toPayment, like.currency())) + " to this payment";
    return toCredit == 0
        ? payment
        : payment
            + " · "
            + AmountText.of(new Money(toCredit, like.currency()))
            + " to customer credit";
  }
}
