package florin.dashboard.payments;

import florin.bank.account.ExpectedTransfer;
import florin.bank.imports.BankEntry;
import florin.bank.matching.UnappliedFunds;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.payments.Timeline.TimelineEntry;
import florin.dashboard.payments.TransferReceipts.ReceivedTransfer;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import florin.team.Permission;
import java.util.ArrayList;
import java.util.List;

/**
 * The bank transfer that a payer was asked for, and the received money.
 *
 * @param credits the customer credits from its transfers
 * @param simulations the actions of the simulated bank in test mode; empty if the member may not
 *     use them
 */
public record TransferBlock(
    TransferReceipts receipts, List<Fact> credits, List<SelectOption> simulations) {
  public TransferBlock {
    credits = List.copyOf(credits);
    simulations = List.copyOf(simulations);
  }

  static TransferBlock of(DashboardRequest visit, Payment payment, TransferReceipts receipts) {
    return new TransferBlock(
        receipts,
        receipts.credits().stream().map(TransferBlock::credit).toList(),
        !payment.realm().isLive() && visit.may(Permission.MAKE_TEST_PAYMENT)
            ? TransferPages.choices()
            : List.of());
  }

  /** Returns whether the transfer is still awaited. */
  public boolean isOpen() {
    return receipts.expected().state() == ExpectedTransfer.State.OPEN;
  }

  private static Fact credit(UnappliedFunds credit) {
    return Fact.of(BankText.words(credit.reason()), AmountText.of(credit.amount()))
        .to(ObjectPath.of(credit.typedId()));
  }

  /** Returns the timeline's sentences about transfers. */
  static List<TimelineEntry> sentences(TransferReceipts receipts) {
    var sentences = new ArrayList<TimelineEntry>();
    for (ReceivedTransfer transfer : receipts.transfers()) {
      sentences.add(sentence(transfer));
      transfer
          .released()
          .ifPresent(move ->
              sentences.add(
                  new TimelineEntry(
                      move.at(),
                      "calm",
                      AmountText.of(-move.amount(), transfer.entry().amount().currency())
                          + " became customer credit because the payment was closed",
                      List.of())));
    }
    return sentences;
  }

  private static TimelineEntry sentence(ReceivedTransfer transfer) {
    BankEntry entry = transfer.entry();
    String party = BankText.party(entry);
    var details = new ArrayList<String>();
    transfer.parts().filter(_ -> transfer.released().isEmpty()).ifPresent(details::add);
    details.add("Booked on " + BankText.day(entry.bookedOn()));
    if (transfer.isTakenBack()) {
      return new TimelineEntry(
          transfer.at(),
          "bad",
          AmountText.of(-transfer.toPayment(), entry.amount().currency()) + " reversed by the bank",
          details);
    }
    return new TimelineEntry(
        transfer.at(),
        "good",
        AmountText.of(entry.amount()) + " received" + (party.isEmpty() ? "" : " from " + party),
        details);
  }
}
