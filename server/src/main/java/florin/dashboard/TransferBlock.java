package florin.dashboard;

import florin.bank.account.ExpectedTransfer;
import florin.bank.intake.BankEntry;
import florin.bank.matching.BankHolding;
import florin.bank.matching.TransferBook.MoneyMove;
import florin.bank.matching.TransferBook.PaymentTransfers;
import florin.core.Money;
import florin.dashboard.Timeline.TimelineEntry;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import florin.team.Act;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was asked of a payer who pays by a bank transfer, and what has come.
 *
 * @param left what is still to come; empty where nothing is
 * @param reference as it is printed, in groups
 * @param expires until when it is waited for; empty where it is not any more
 * @param rows the newest first
 * @param credits what has come beyond it
 * @param simulations what the simulated bank can do, in test mode; empty for whom it is not for
 */
public record TransferBlock(
    String received,
    Optional<String> left,
    String reference,
    Optional<Instant> expires,
    List<ReceiptRow> rows,
    boolean isWhole,
    List<Fact> credits,
    List<SelectOption> simulations) {
  public TransferBlock {
    rows = List.copyOf(rows);
    credits = List.copyOf(credits);
    simulations = List.copyOf(simulations);
  }

  /**
   * Money that came, or was taken back.
   *
   * @param path of its statement
   */
  public record ReceiptRow(String amount, boolean isBack, String party, String day, String path) {
    static ReceiptRow of(MoneyMove move) {
      BankEntry entry = move.entry();
      return new ReceiptRow(
          BankText.signed(move.amount(), entry.amount().currency()),
          move.amount() < 0,
          BankText.party(entry),
          BankText.day(entry.bookedOn()),
          StatementPages.path(entry.statement()));
    }
  }

  static TransferBlock of(Visit visit, Payment payment, PaymentTransfers transfers) {
    ExpectedTransfer expected = transfers.expected();
    boolean isOpen = expected.state() == ExpectedTransfer.State.OPEN;
    return new TransferBlock(
        AmountText.of(expected.received()) + " of " + AmountText.of(expected.amount()),
        isOpen ? Optional.of(AmountText.of(expected.outstanding())) : Optional.empty(),
        expected.reference().formatted(),
        isOpen ? Optional.of(expected.period().expires()) : Optional.empty(),
        transfers.moves().stream().map(ReceiptRow::of).toList(),
        transfers.isWhole(),
        transfers.credits().stream().map(TransferBlock::credit).toList(),
        !payment.realm().isLive() && visit.may(Act.MAKE_TEST_PAYMENT)
            ? TransferPages.choices()
            : List.of());
  }

  private static Fact credit(BankHolding credit) {
    return Fact.of(BankText.words(credit.reason()), AmountText.of(credit.amount()))
        .to(BankPages.path(credit));
  }

  /** What came, in sentences. */
  static List<TimelineEntry> sentences(PaymentTransfers transfers) {
    return transfers.moves().stream().map(move -> sentence(move, transfers)).toList();
  }

  private static TimelineEntry sentence(MoneyMove move, PaymentTransfers transfers) {
    BankEntry entry = move.entry();
    String amount =
        AmountText.of(new Money(Math.abs(move.amount()), transfers.expected().amount().currency()));
    String party = BankText.party(entry);
    String from = party.isEmpty() ? "" : (move.amount() < 0 ? " to " : " from ") + party;
    return new TimelineEntry(
        move.at(),
        move.amount() < 0 ? "bad" : "good",
        amount + (move.amount() < 0 ? " taken back by the bank" : " received" + from),
        List.of("Booked on " + BankText.day(entry.bookedOn())));
  }
}
