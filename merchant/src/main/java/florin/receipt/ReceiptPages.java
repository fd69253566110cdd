package florin.receipt;

import florin.branding.Accent;
import florin.branding.Logo;
import florin.checkout.Phrasebook;
import florin.page.Pages;
import java.util.Map;
import java.util.Optional;

/** Renders the page of a receipt. */
final class ReceiptPages {
  private final Pages pages;

  ReceiptPages() {
    this(new Pages());
  }

  private ReceiptPages(Pages pages) {
    this.pages = pages;
  }

  /** Returns these pages in a merchant's color. */
  ReceiptPages in(Optional<Accent> accent) {
    return new ReceiptPages(pages.with(accent.map(Accent::style).orElse("")));
  }

  String receipt(Receipt receipt, Optional<Logo> logo, String token) {
    return pages.render(
        "receipt/receipt.jte", Map.of("receipt", receipt, "logo", logo, "token", token));
  }

  String missing(Phrasebook texts) {
    return pages.render("receipt/missing.jte", Map.of("texts", texts));
  }

  /** Returns the value of `Content-Security-Policy`. */
  String policy(boolean hasPictures) {
    return pages.policy("'none'", hasPictures);
  }
}
