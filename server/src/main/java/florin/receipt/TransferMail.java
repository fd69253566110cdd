package florin.receipt;

import florin.account.Account;
import florin.connector.PayerAction.BankInstructions;
import florin.instrument.BankTransfer;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import florin.payment.view.ChallengeLinks;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The mail with a payer's bank transfer instructions, formatted as text and not yet escaped.
 *
 * @param link the page with the same instructions, and a QR code for banking apps
 * @param test whether no money moves
 */
public record TransferMail(
    String merchant,
    String amount,
    List<TransferLine> lines,
    String until,
    String link,
    Optional<String> description,
    Optional<String> support,
    boolean test) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  /** A field of the bank's form. */
  public record TransferLine(String label, String text) {}

  public TransferMail {
    lines = List.copyOf(lines);
  }

  static TransferMail of(Account account, Payment payment, ChallengeLinks links) {
    BankInstructions told =
        payment.findTransfer().flatMap(BankTransfer::instructions).orElseThrow();
    String amount = AmountText.of(payment.outstanding());
    var lines = new ArrayList<TransferLine>();
    lines.add(new TransferLine("Account holder", told.holder()));
    lines.add(new TransferLine("IBAN", told.iban()));
    told.bic().ifPresent(bic -> lines.add(new TransferLine("BIC", bic)));
    lines.add(new TransferLine("Amount", amount));
    lines.add(new TransferLine("Reference", told.reference()));
    return new TransferMail(
        account.name(),
        amount,
        lines,
        DAY.format(told.expires()),
        links.transferUrl(payment),
        payment.order().description(),
        account.profile().supportEmail(),
        !payment.realm().isLive());
  }

  String subject() {
    return (test ? "[Test] " : "") + "Your bank transfer to " + merchant;
  }

  String text() {
    var text = new StringBuilder();
    if (test) {
      text.append("Test mode: don't send money.\n\n");
    }
    text.append("Send ").append(amount).append(" to ").append(merchant).append("\n\n");
    lines.forEach(line -> text.append(line.label()).append(": ").append(line.text()).append('\n'));
    description.ifPresent(words -> text.append("\nFor: ").append(words).append('\n'));
    text.append("\nUse this exact reference and send the money by ");
    text.append(until)
        .append(".\nView the payment page with a QR code for banking apps:\n")
        .append(link);
    support.ifPresent(email -> text.append("\n\nQuestions? ").append(email));
    return text.append('\n').toString();
  }
}
