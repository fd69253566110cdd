package florin.checkout;

import florin.core.Sha256;
import florin.page.Pages;
import java.util.Base64;

/**
 * A script that is part of a payer's page.
 *
 * @param text trusted script: it is written into the page unescaped
 */
public record PageScript(String text) {
  /** Copies the fields of a bank transfer to the clipboard. */
  static final PageScript COPY = new PageScript(Pages.read(PageScript.class, "copy.js"));

  /** Formats and checks the card form while the payer types. */
  static final PageScript CARD = new PageScript(Pages.read(PageScript.class, "card.js"));

  public String tag() {
    return "<script>" + text + "</script>";
  }

  /** Returns the directive of `Content-Security-Policy` that allows this script only. */
  String directive() {
    return "script-src 'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
  }
}
