package florin.receipt;

import florin.account.Account;
import florin.account.Accounts;
import florin.branding.Accent;
import florin.branding.Branding;
import florin.branding.Branding.LogoFile;
import florin.branding.Branding.Look;
import florin.checkout.CheckoutSession;
import florin.checkout.CheckoutSessionStore;
import florin.checkout.Language;
import florin.checkout.Phrasebook;
import florin.db.Db;
import florin.mail.Letter.Logo;
import florin.mail.Letter.Sender;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.refund.Refunds;
import florin.payment.view.ReceiptLinks;
import java.time.Duration;
import java.util.Optional;

/** Collects the data of receipts: the payment, its refunds, its items, and the merchant. */
public final class Receipts {
  /** The most PDFs that are made at the same time; each needs a few megabytes. */
  private static final int MAX_PDFS = 2;

  /** The longest wait for one of them to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final PdfPermits permits =
      new PdfPermits(MAX_PDFS, PATIENCE, "Too many PDFs are being made. Try again in a moment.");
  private final ReceiptLinks links;
  private final Payments payments;
  private final Refunds refunds;
  private final Accounts accounts;
  private final Branding branding;
  private final CheckoutSessionStore sessions;

  public Receipts(
      Db db,
      ReceiptLinks links,
      Payments payments,
      Refunds refunds,
      Accounts accounts,
      Branding branding) {
    this.sessions = new CheckoutSessionStore(db);
    this.links = links;
    this.payments = payments;
    this.refunds = refunds;
    this.accounts = accounts;
    this.branding = branding;
  }

  /** Finds the payment of a link, without a query if the token is invalid. */
  Optional<Payment> find(String token) {
    return links
        .verify(token)
        .flatMap(link -> payments.find(link.realm(), link.payment()))
        .filter(Payment::hasReceipt);
  }

  /**
   * Returns the receipt of a succeeded payment.
   *
   * @param otherwise the language if the payer paid on no page of Florin, and the merchant named
   *     none
   */
  Receipt of(Payment payment, Language otherwise) {
    Optional<CheckoutSession> session = sessions.findOfPayment(payment.realm(), payment.id());
    return Receipt.of(
        account(payment),
        payment,
        refunds.listSucceeded(payment),
        session.map(CheckoutSession::cart),
        texts(payment, session, otherwise));
  }

  /**
   * Returns the receipt of a succeeded payment as a PDF, which is not kept.
   *
   * @param otherwise as in {@link #of}
   */
  public byte[] pdf(Payment payment, Language otherwise) {
    Receipt receipt = of(payment, otherwise);
    Accent accent = accent(payment);
    Optional<LogoFile> logo = logo(payment);
    return permits.make(() -> ReceiptPdf.of(receipt, accent, logo));
  }

  /**
   * Returns the texts in the language in which the payer paid, or that the merchant named;
   * otherwise English.
   */
  Phrasebook texts(Payment payment) {
    return texts(payment, sessions.findOfPayment(payment.realm(), payment.id()), Language.EN);
  }

  private static Phrasebook texts(
      Payment payment, Optional<CheckoutSession> session, Language otherwise) {
    return Phrasebook.in(
        session
            .flatMap(it -> it.state().language())
            .or(() -> payment.terms().locale().map(Language::of))
            .orElse(otherwise));
  }

  /** Returns the URL of the receipt of a succeeded payment. */
  String url(Payment payment) {
    return links.findUrl(payment).orElseThrow();
  }

  Account account(Payment payment) {
    return accounts.get(payment.realm());
  }

  Look look(Payment payment) {
    return branding.find(payment.realm());
  }

  Accent accent(Payment payment) {
    return look(payment).accent().orElseGet(() -> new Accent(Sender.ACCENT));
  }

  Optional<LogoFile> logo(Payment payment) {
    return look(payment).logo().flatMap(logo -> branding.findLogo(logo.hash()));
  }

  /** Returns the merchant as the sender of mails. */
  Sender sender(Payment payment) {
    Look look = look(payment);
    Accent accent = accent(payment);
    return new Sender(
        account(payment).name(),
        accent.text(),
        accent.textOn(),
        look.logo()
            .flatMap(logo ->
                branding
                    .findLogo(logo.hash())
                    .map(file ->
                        new Logo(
                            file.content(),
                            file.type().text(),
                            logo.shownWidth(),
                            logo.shownHeight()))));
  }
}
