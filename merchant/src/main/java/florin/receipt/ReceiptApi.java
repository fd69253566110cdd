package florin.receipt;

import florin.branding.Accent;
import florin.branding.Branding.LogoFile;
import florin.branding.Logo;
import florin.checkout.Language;
import florin.checkout.PayerRequestsApi;
import florin.checkout.Phrase;
import florin.checkout.Phrasebook;
import florin.http.Answer;
import florin.http.Exchange;
import florin.payment.machine.Payment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The endpoints of `/receipts/{token}`: a page for payers, who have no key. Every invalid token
 * gets the same response.
 */
public final class ReceiptApi {
  private static final String HTML = "text/html; charset=utf-8";

  /** The most PDFs that are made at the same time; each needs a few megabytes. */
  private static final int MAX_PDFS = 2;

  /** The longest wait for one of them to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Semaphore pens = new Semaphore(MAX_PDFS);
  private final Receipts receipts;
  private final ReceiptPages pages = new ReceiptPages();

  public ReceiptApi(Receipts receipts) {
    this.receipts = receipts;
  }

  public Answer show(Exchange exchange) {
    Language ofBrowser = PayerRequestsApi.languageOf(exchange);
    String token = exchange.pathParameter("token");
    return receipts
        .find(token)
        .map(payment -> page(token, payment, ofBrowser))
        .orElseGet(() -> page(404, pages.missing(Phrasebook.in(ofBrowser)), false));
  }

  private Answer page(String token, Payment payment, Language ofBrowser) {
    Optional<Logo> logo = receipts.look(payment).logo();
    return page(200, pages.receipt(receipts.of(payment, ofBrowser), logo, token), logo.isPresent());
  }

  /** Returns the receipt as a PDF, which is made on request and not kept. */
  public Answer pdf(Exchange exchange) {
    Language ofBrowser = PayerRequestsApi.languageOf(exchange);
    return receipts
        .find(exchange.pathParameter("token"))
        .map(payment -> pdf(payment, ofBrowser))
        .orElseGet(() -> page(404, pages.missing(Phrasebook.in(ofBrowser)), false));
  }

  private Answer pdf(Payment payment, Language ofBrowser) {
    Receipt receipt = receipts.of(payment, ofBrowser);
    Accent accent = receipts.accent(payment);
    Optional<LogoFile> logo = receipts.logo(payment);
    if (!await()) {
      return Answer.of(
              503,
              "text/plain; charset=utf-8",
              receipt.say(Phrase.OFTEN_WORDS).getBytes(StandardCharsets.UTF_8))
          .with("Retry-After", Long.toString(PATIENCE.toSeconds()));
    }
    try {
      return Answer.of(200, "application/pdf", ReceiptPdf.of(receipt, accent, logo))
          .with(
              "Content-Disposition",
              "attachment; filename=\"receipt-" + payment.id().text() + ".pdf\"")
          .with("Referrer-Policy", "no-referrer")
          .with("X-Robots-Tag", "noindex, nofollow")
          .with("Cache-Control", "private, no-store");
    } finally {
      pens.release();
    }
  }

  private boolean await() {
    try {
      return pens.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Answer page(int status, String html, boolean hasPictures) {
    return Answer.of(status, HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", pages.policy(hasPictures))
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }
}
