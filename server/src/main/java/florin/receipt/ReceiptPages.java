package florin.receipt;

import florin.page.Pages;
import java.util.Map;

/** The receipt as HTML: the page, and the mail. */
final class ReceiptPages {
  private final Pages pages = new Pages();

  String receipt(Receipt receipt) {
    return pages.render("receipt/receipt.jte", Map.of("receipt", receipt));
  }

  String missing() {
    return pages.render("receipt/missing.jte", Map.of());
  }

  /** For mail programs, which know no style sheets. */
  String mail(Receipt receipt, String link) {
    return pages.renderBare("receipt/mail.jte", Map.of("receipt", receipt, "link", link));
  }

  /** The value of `Content-Security-Policy`. */
  String policy() {
    return pages.policy("'none'");
  }
}
