package florin.receipt;

import florin.account.Accounts;
import florin.branding.Branding;
import florin.branding.Logo;
import florin.checkout.CheckoutPageApi;
import florin.checkout.Phrasebook;
import florin.http.Answer;
import florin.http.Exchange;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.refund.Refunds;
import florin.payment.view.ReceiptLinks;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The endpoints of `/receipts/{token}`: a page for payers, who have no key. Every invalid token
 * gets the same response.
 */
public final class ReceiptApi {
  private static final String HTML = "text/html; charset=utf-8";

  private final ReceiptLinks links;
  private final Payments payments;
  private final Refunds refunds;
  private final Accounts accounts;
  private final Branding branding;
  private final ReceiptPages pages = new ReceiptPages();

  public ReceiptApi(
      ReceiptLinks links,
      Payments payments,
      Refunds refunds,
      Accounts accounts,
      Branding branding) {
    this.links = links;
    this.payments = payments;
    this.refunds = refunds;
    this.accounts = accounts;
    this.branding = branding;
  }

  public Answer show(Exchange exchange) {
    Phrasebook texts = Phrasebook.in(CheckoutPageApi.languageOf(exchange));
    return find(exchange.pathParameter("token"))
        .map(payment -> page(payment, texts))
        .orElseGet(() -> page(404, pages.missing(texts), false));
  }

  /** Finds the payment, without a query if the token is invalid. */
  private Optional<Payment> find(String token) {
    return links
        .verify(token)
        .flatMap(link -> payments.find(link.realm(), link.payment()))
        .filter(Payment::hasReceipt);
  }

  private Answer page(Payment payment, Phrasebook texts) {
    var receipt =
        Receipt.of(accounts.get(payment.realm()), payment, refunds.listSucceeded(payment), texts);
    Optional<Logo> logo = branding.find(payment.realm()).logo();
    return page(200, pages.receipt(receipt, logo), logo.isPresent());
  }

  private Answer page(int status, String html, boolean hasPictures) {
    return Answer.of(status, HTML, html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", pages.policy(hasPictures))
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }
}
