package florin.checkout;

import florin.account.Account;
import florin.account.Accounts;
import florin.branding.Branding;
import florin.branding.Branding.Look;
import florin.checkout.CheckoutPage.Body;
import florin.http.Answer;
import florin.http.Exchange;
import florin.instrument.BankTransfer;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ReceiptLinks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The endpoints of `/transfers/{token}`: a payer's instructions for a bank transfer, and its QR
 * code for banking apps. The page has no actions: the payer makes the transfer at a bank.
 */
public final class TransferPageApi {
  private static final String SVG = "image/svg+xml";

  private final ChallengeLinks links;
  private final Payments payments;
  private final ReceiptLinks receipts;
  private final Accounts accounts;
  private final Branding branding;
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  public TransferPageApi(
      ChallengeLinks links,
      Payments payments,
      ReceiptLinks receipts,
      Accounts accounts,
      Branding branding) {
    this.links = links;
    this.payments = payments;
    this.receipts = receipts;
    this.accounts = accounts;
    this.branding = branding;
  }

  public Answer show(Exchange exchange) {
    return find(exchange)
        .map(payment -> page(exchange, payment))
        .orElseGet(() -> pages.missing(exchange));
  }

  /** Returns the QR code, while the money is expected. */
  public Answer picture(Exchange exchange) {
    return find(exchange)
        .filter(Payment::isWaitingForPayer)
        .flatMap(TransferSheet::code)
        .map(code ->
            Answer.of(200, SVG, code.svg().getBytes(StandardCharsets.UTF_8))
                .with("Content-Security-Policy", "default-src 'none'; sandbox")
                .with("Access-Control-Allow-Origin", "*")
                .with("Cache-Control", "private, no-store"))
        .orElseGet(() -> pages.missing(exchange));
  }

  private Optional<Payment> find(Exchange exchange) {
    return links
        .verify(exchange.pathParameter("token"))
        .flatMap(link -> payments.find(link.realm(), link.payment()))
        .filter(payment -> payment.findTransfer().flatMap(BankTransfer::instructions).isPresent());
  }

  private Answer page(Exchange exchange, Payment payment) {
    Language language =
        payment
            .terms()
            .locale()
            .map(Language::of)
            .orElseGet(() -> PayerRequestsApi.languageOf(exchange));
    Phrasebook texts = Phrasebook.in(language);
    Account account = accounts.get(payment.realm());
    Look look = branding.find(payment.realm());
    Body body = body(payment, texts, account);
    return pages.answer(
        200,
        new CheckoutPage(
            texts,
            title(payment, texts),
            Optional.of(account.name()),
            look.logo(),
            Optional.empty(),
            body,
            CheckoutPage.PageLink.footer(account.profile(), texts),
            !payment.realm().isLive()),
        look.accent());
  }

  private static String title(Payment payment, Phrasebook texts) {
    return payment.isWaitingForPayer()
        ? texts.say(Phrase.PAY_TITLE, texts.amount(payment.outstanding()))
        : texts.say(
            switch (payment.status()) {
              case SUCCEEDED -> Phrase.PAID_TITLE;
              case CANCELED, FAILED -> Phrase.TRANSFER_OVER_TITLE;
              default -> Phrase.PROCESSING_TITLE;
            });
  }

  private Body body(Payment payment, Phrasebook texts, Account account) {
    if (payment.isWaitingForPayer()) {
      return new Body.Transfer(
          TransferSheet.of(payment, account.timeZone(), texts), Optional.empty());
    }
    Status status = payment.status();
    Phrase words =
        switch (status) {
          case SUCCEEDED -> Phrase.PAID_WORDS;
          case CANCELED, FAILED -> Phrase.TRANSFER_OVER_WORDS;
          default -> Phrase.PROCESSING_WORDS;
        };
    List<CheckoutPage.PageLink> ways =
        receipts.findUrl(payment).stream()
            .map(url -> new CheckoutPage.PageLink(texts.say(Phrase.RECEIPT), url))
            .toList();
    return new Body.Message(texts.say(words, account.name()), status == Status.SUCCEEDED, ways);
  }
}
