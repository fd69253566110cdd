package florin.receipt;

import florin.account.Account;
import florin.checkout.CheckoutPage.PageLink;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The mail that asks a payer to confirm a payment that the issuer refused without the payer. */
final class RecoveryMail {
  private RecoveryMail() {}

  /**
   * Returns the mail.
   *
   * @param url the page on which the payer confirms
   */
  static Letter letter(
      Account account, Payment payment, String url, Phrasebook texts, Sender sender) {
    boolean isTest = !payment.realm().isLive();
    String amount = texts.amount(payment.terms().amount());
    String title = texts.say(Phrase.RECOVERY_TITLE, account.name());
    String words = texts.say(Phrase.SAVED_WORDS, payment.method().label());
    var blocks = new ArrayList<Block>();
    blocks.add(new Amount(amount));
    blocks.add(new Words(words));
    payment
        .terms()
        .description()
        .ifPresent(
            text -> blocks.add(new Facts(List.of(new Fact(texts.say(Phrase.RECEIPT_FOR), text)))));
    blocks.add(new Button(texts.say(Phrase.SAVED_BUTTON, amount), url));
    return new Letter(
        texts.language().text(),
        sender,
        isTest ? Optional.of(texts.say(Phrase.TEST_TAG)) : Optional.empty(),
        (isTest ? "[Test] " : "") + texts.say(Phrase.LABELED, title, amount),
        title,
        words,
        blocks,
        new Footer(
            texts.say(Phrase.RECOVERY_WHY, account.name()),
            Receipt.links(PageLink.footer(account.profile(), texts))));
  }
}
