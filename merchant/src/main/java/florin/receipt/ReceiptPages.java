package florin.receipt;

import florin.branding.Logo;
import florin.checkout.Phrasebook;
import florin.page.Pages;
import java.util.Map;
import java.util.Optional;

/** Renders receipts as HTML: the page and the mail. */
final class ReceiptPages {
  private final Pages pages = new Pages();

  String receipt(Receipt receipt, Optional<Logo> logo) {
    return pages.render("receipt/receipt.jte", Map.of("receipt", receipt, "logo", logo));
  }

  String missing(Phrasebook texts) {
    return pages.render("receipt/missing.jte", Map.of("texts", texts));
  }

  /** Returns the mail, without style sheets, which mail programs lack. */
  String mail(Receipt receipt, String link) {
    return pages.renderBare("receipt/mail.jte", Map.of("receipt", receipt, "link", link));
  }

  String transfer(TransferMail mail) {
    return pages.renderBare("receipt/transfer.jte", Map.of("mail", mail));
  }

  /** Returns the value of `Content-Security-Policy`. */
  String policy(boolean hasPictures) {
    return pages.policy("'none'", hasPictures);
  }
}
