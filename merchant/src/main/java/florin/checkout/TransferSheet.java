package florin.checkout;

import florin.bank.CreditorReference;
import florin.bank.EpcCode;
import florin.connector.PayerAction.BankInstructions;
import florin.core.Bic;
import florin.core.Iban;
import florin.core.Money;
import florin.instrument.BankTransfer;
import florin.payment.machine.Payment;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The instructions for a bank transfer, line by line.
 *
 * @param received the amount that has arrived; empty for none
 * @param picture the QR code as SVG; empty if the currency has none
 * @param until the time until which it is expected
 */
public record TransferSheet(
    List<SheetLine> lines, Optional<String> received, Optional<String> picture, String until) {
  /**
   * A line.
   *
   * @param id within the page
   * @param shown the text for people
   * @param copied the text for the bank's form
   */
  public record SheetLine(String id, String label, String shown, String copied) {}

  public TransferSheet {
    lines = List.copyOf(lines);
  }

  static TransferSheet of(Payment payment, ZoneId zone, Phrasebook texts) {
    BankTransfer transfer = payment.findTransfer().orElseThrow();
    BankInstructions told = transfer.instructions().orElseThrow();
    Money amount = payment.outstanding();
    var lines = new ArrayList<SheetLine>();
    lines.add(line("holder", texts.say(Phrase.TRANSFER_HOLDER), told.holder()));
    lines.add(new SheetLine("iban", "IBAN", new Iban(told.iban()).formatted(), told.iban()));
    told.bic().ifPresent(bic -> lines.add(line("bic", "BIC", bic)));
    lines.add(
        new SheetLine(
            "amount",
            texts.say(Phrase.TRANSFER_AMOUNT),
            texts.amount(amount),
            texts.plainAmount(amount)));
    lines.add(
        new SheetLine(
            "reference",
            texts.say(Phrase.TRANSFER_REFERENCE),
            new CreditorReference(told.reference()).formatted(),
            told.reference()));
    return new TransferSheet(
        lines,
        transfer.received().map(texts::amount),
        code(payment).map(EpcCode::svg),
        texts.day(told.expires(), zone));
  }

  private static SheetLine line(String id, String label, String text) {
    return new SheetLine(id, label, text, text);
  }

  /** Returns whether the payer's page has a QR code. */
  public static boolean hasCode(Payment payment) {
    return code(payment).isPresent();
  }

  /** Returns the QR code for the outstanding amount; euro only. */
  static Optional<EpcCode> code(Payment payment) {
    Money amount = payment.outstanding();
    return payment
        .findTransfer()
        .flatMap(BankTransfer::instructions)
        .filter(_ -> EpcCode.carries(amount))
        .map(told ->
            EpcCode.of(
                told.bic().map(Bic::new),
                told.holder(),
                new Iban(told.iban()),
                amount,
                new CreditorReference(told.reference())));
  }
}
