package florin.receipt;

import florin.account.RateLimit;
import florin.branding.Branding.Look;
import florin.checkout.Language;
import florin.checkout.PayerRequestsApi;
import florin.checkout.Phrasebook;
import florin.http.Answer;
import florin.http.Exchange;
import florin.payment.machine.Payment;
import java.nio.charset.StandardCharsets;

/**
 * The endpoints of `/receipts/{token}`: a page for payers, who have no key. Every invalid token
 * gets the same response.
 */
public final class ReceiptApi {
  static final String HTML = "text/html; charset=utf-8";

  /** The PDFs that one address gets a second, and in a burst. */
  private static final int PER_SECOND = 1;

  private static final int AT_ONCE = 20;

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
    return Answer.of(200, "application/pdf", receipts.pdf(payment, ofBrowser))
        .with(
            "Content-Disposition",
            "attachment; filename=\"receipt-" + payment.id().text() + ".pdf\"")
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }

  private void requireFew(Exchange exchange) {
    exchange
        .countedAddress()
        .ifPresent(address ->
            limit
                .take(address, System.nanoTime())
                .require(
                    "This address has requested too many PDFs. Wait a minute, then try again."));
  }

  private static Answer page(int status, String html, String policy) {
    return Answer.of(status, HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", policy)
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }
}
