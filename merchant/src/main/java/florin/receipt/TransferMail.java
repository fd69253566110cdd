package florin.receipt;

import florin.account.Account;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.checkout.TransferSheet;
import florin.connector.PayerAction.BankInstructions;
import florin.instrument.BankTransfer;
import florin.mail.Letter;
import florin.mail.Letter.Block;
import florin.mail.Letter.Block.Amount;
import florin.mail.Letter.Block.Button;
import florin.mail.Letter.Block.Facts;
import florin.mail.Letter.Block.Words;
import florin.mail.Letter.Fact;
import florin.mail.Letter.Footer;
import florin.mail.Letter.Sender;
import florin.payment.machine.Payment;
import florin.payment.view.ChallengeLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mail with a payer's bank transfer instructions, formatted as text and not yet escaped.
 *
 * @param facts the fields of the bank's form, and the description
 * @param link the page with the same instructions
 * @param hasCode whether that page has a QR code for banking apps
 * @param test whether no money moves
 */
record TransferMail(
    Phrasebook texts,
    String merchant,
    String amount,
    List<Fact> facts,
    String until,
    String link,
    boolean hasCode,
    List<PageLink> footer,
    boolean test) {
  TransferMail {
    facts = List.copyOf(facts);
    footer = List.copyOf(footer);
  }

  static TransferMail of(Account account, Payment payment, ChallengeLinks links, Phrasebook texts) {
    BankInstructions told =
        payment.findTransfer().flatMap(BankTransfer::instructions).orElseThrow();
    String amount = texts.amount(payment.outstanding());
    var facts = new ArrayList<Fact>();
    facts.add(new Fact(texts.say(Phrase.TRANSFER_HOLDER), told.holder()));
    facts.add(new Fact("IBAN", told.iban()));
    told.bic().ifPresent(bic -> facts.add(new Fact("BIC", bic)));
    facts.add(new Fact(texts.say(Phrase.TRANSFER_AMOUNT), amount));
    facts.add(new Fact(texts.say(Phrase.TRANSFER_REFERENCE), told.reference()));
    payment
        .terms()
        .description()
        .ifPresent(words -> facts.add(new Fact(texts.say(Phrase.RECEIPT_FOR), words)));
    return new TransferMail(
        texts,
        account.name(),
        amount,
        facts,
        texts.day(told.expires(), account.timeZone()),
        links.transferUrl(payment),
        TransferSheet.hasCode(payment),
        PageLink.footer(account.profile(), texts),
        !payment.realm().isLive());
  }

  private String say(Phrase phrase, String... about) {
    return texts.say(phrase, about);
  }

  Letter letter(Sender sender) {
    String title = say(Phrase.TRANSFER_MAIL_TO) + " " + merchant;
    String end = say(Phrase.TRANSFER_UNTIL, until);
    var blocks = new ArrayList<Block>();
    blocks.add(new Amount(amount));
    blocks.add(new Words(say(Phrase.TRANSFER_WORDS) + "\n" + end));
    blocks.add(new Facts(facts));
    blocks.add(
        new Button(say(hasCode ? Phrase.TRANSFER_MAIL_CODE : Phrase.TRANSFER_MAIL_LINK), link));
    return new Letter(
        texts.language().text(),
        sender,
        test ? Optional.of(say(Phrase.TEST_MODE_TRANSFER)) : Optional.empty(),
        (test ? "[Test] " : "") + say(Phrase.LABELED, title, amount),
        title,
        end,
        blocks,
        new Footer(say(Phrase.TRANSFER_WHY), Receipt.links(footer)));
  }
}
