package florin.receipt;

import florin.branding.Logo;
import florin.checkout.CheckoutPageApi;
import florin.checkout.Language;
import florin.checkout.Phrasebook;
import florin.http.Answer;
import florin.http.Exchange;
import florin.payment.machine.Payment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The endpoints of `/receipts/{token}`: a page for payers, who have no key. Every invalid token
 * gets the same response.
 */
public final class ReceiptApi {
  private static final String HTML = "text/html; charset=utf-8";

  private final Receipts receipts;
  private final ReceiptPages pages = new ReceiptPages();

  public ReceiptApi(Receipts receipts) {
    this.receipts = receipts;
  }

  public Answer show(Exchange exchange) {
    Language ofBrowser = CheckoutPageApi.languageOf(exchange);
    return receipts
        .find(exchange.pathParameter("token"))
        .map(payment -> page(payment, ofBrowser))
        .orElseGet(() -> page(404, pages.missing(Phrasebook.in(ofBrowser)), false));
  }

  private Answer page(Payment payment, Language ofBrowser) {
    Optional<Logo> logo = receipts.look(payment).logo();
    return page(200, pages.receipt(receipts.of(payment, ofBrowser), logo), logo.isPresent());
  }

  private Answer page(int status, String html, boolean hasPictures) {
    return Answer.of(status, HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", pages.policy(hasPictures))
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }
}
