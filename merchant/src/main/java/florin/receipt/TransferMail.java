package florin.receipt;

import florin.account.Account;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.checkout.TransferSheet;
import florin.connector.PayerAction.BankInstructions;
import florin.instrument.BankTransfer;
import florin.payment.machine.Payment;
import florin.payment.view.ChallengeLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mail with a payer's bank transfer instructions, formatted as text and not yet escaped.
 *
 * @param link the page with the same instructions
 * @param hasCode whether that page has a QR code for banking apps
 * @param test whether no money moves
 */
public record TransferMail(
    Phrasebook texts,
    String merchant,
    String amount,
    List<TransferLine> lines,
    String until,
    String link,
    boolean hasCode,
    Optional<String> description,
    Optional<String> support,
    boolean test) {
  /** A field of the bank's form. */
  public record TransferLine(String label, String text) {}

  public TransferMail {
    lines = List.copyOf(lines);
  }

  static TransferMail of(Account account, Payment payment, ChallengeLinks links, Phrasebook texts) {
    BankInstructions told =
        payment.findTransfer().flatMap(BankTransfer::instructions).orElseThrow();
    String amount = texts.amount(payment.outstanding());
    var lines = new ArrayList<TransferLine>();
    lines.add(new TransferLine(texts.say(Phrase.TRANSFER_HOLDER), told.holder()));
    lines.add(new TransferLine("IBAN", told.iban()));
    told.bic().ifPresent(bic -> lines.add(new TransferLine("BIC", bic)));
    lines.add(new TransferLine(texts.say(Phrase.TRANSFER_AMOUNT), amount));
    lines.add(new TransferLine(texts.say(Phrase.TRANSFER_REFERENCE), told.reference()));
    return new TransferMail(
        texts,
        account.name(),
        amount,
        lines,
        texts.day(told.expires()),
        links.transferUrl(payment),
        TransferSheet.hasCode(payment),
        payment.order().description(),
        account.profile().supportEmail(),
        !payment.realm().isLive());
  }

  public String say(Phrase phrase, String... about) {
    return texts.say(phrase, about);
  }

  /** Returns a line with its label. */
  private String labeled(String label, String text) {
    return say(Phrase.LABELED, label, text);
  }

  public String title() {
    return say(Phrase.TRANSFER_MAIL_TO) + " " + merchant;
  }

  /** Returns the language code of ISO 639. */
  public String language() {
    return texts.language().text();
  }

  /** Returns the text of the link to the payment page. */
  public String linkText() {
    return say(hasCode ? Phrase.TRANSFER_MAIL_CODE : Phrase.TRANSFER_MAIL_LINK);
  }

  String subject() {
    return (test ? "[Test] " : "") + title();
  }

  String text() {
    var text = new StringBuilder();
    if (test) {
      text.append(say(Phrase.TEST_MODE_TRANSFER)).append("\n\n");
    }
    text.append(title()).append("\n\n");
    lines.forEach(line -> text.append(labeled(line.label(), line.text())).append('\n'));
    description.ifPresent(
        words -> text.append('\n').append(labeled(say(Phrase.RECEIPT_FOR), words)).append('\n'));
    text.append('\n').append(say(Phrase.TRANSFER_WORDS)).append('\n');
    text.append(say(Phrase.TRANSFER_UNTIL, until)).append("\n\n");
    text.append(labeled(linkText(), link)).append('\n');
    support.ifPresent(email -> text.append('\n').append(say(Phrase.QUESTIONS, email)).append('\n'));
    return text.toString();
  }
}
