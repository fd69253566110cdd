package florin.receipt;

import florin.account.RateLimit;
import florin.branding.Accent;
import florin.branding.Branding.LogoFile;
import florin.branding.Branding.Look;
import florin.checkout.Language;
import florin.checkout.PayerRequestsApi;
import florin.checkout.Phrasebook;
import florin.core.ErrorCode;
import florin.core.Problem;
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
  static final String HTML = "text/html; charset=utf-8";

  /** The most PDFs that are made at the same time; each needs a few megabytes. */
  private static final int MAX_PDFS = 2;

  /** The longest wait for one of them to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The PDFs that one address gets a second, and in a burst. */
  private static final int PER_SECOND = 1;

  private static final int AT_ONCE = 20;

  private final Semaphore pens = new Semaphore(MAX_PDFS, true);
  private final RateLimit<String> limit = new RateLimit<>(PER_SECOND, AT_ONCE);
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
        .orElseGet(() -> missing(ofBrowser));
  }

  private Answer page(String token, Payment payment, Language ofBrowser) {
    Look look = receipts.look(payment);
    ReceiptPages colored = pages.in(look.accent());
    return page(
        200,
        colored.receipt(receipts.of(payment, ofBrowser), look.logo(), token),
        colored.policy(look.logo().isPresent()));
  }

  private Answer missing(Language ofBrowser) {
    return page(404, pages.missing(Phrasebook.in(ofBrowser)), pages.policy(false));
  }

  /** Returns the receipt as a PDF, which is made on request and not kept. */
  public Answer pdf(Exchange exchange) {
    Language ofBrowser = PayerRequestsApi.languageOf(exchange);
    return receipts
        .find(exchange.pathParameter("token"))
        .map(payment -> pdf(exchange, payment, ofBrowser))
        .orElseGet(() -> missing(ofBrowser));
  }

  private Answer pdf(Exchange exchange, Payment payment, Language ofBrowser) {
    requireFew(exchange);
    Receipt receipt = receipts.of(payment, ofBrowser);
    Accent accent = receipts.accent(payment);
    Optional<LogoFile> logo = receipts.logo(payment);
    if (!await()) {
      throw new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "Too many PDFs are being made. Try again in a moment.",
              PATIENCE)
          .refusal();
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

  private void requireFew(Exchange exchange) {
    exchange
        .countedAddress()
        .map(address -> limit.take(address, System.nanoTime()))
        .filter(quota -> !quota.allowed())
        .ifPresent(quota -> {
          throw new Problem.TooManyRequests(
                  ErrorCode.RATE_LIMIT,
                  "This address has requested too many PDFs. Wait a minute, then try again.",
                  quota.retryAfter())
              .refusal();
        });
  }

  private boolean await() {
    try {
      return pens.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Answer page(int status, String html, String policy) {
    return Answer.of(status, HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", policy)
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }
}
