package florin.checkout;

import florin.core.Sha256;
import florin.page.Pages;
import java.util.Base64;

/**
 * A script that is part of a payer's page.
 *
 * @param text trusted script: it is written into the page unescaped
 * @param sends whether it sends requests to Florin
 */
public record PageScript(String text, boolean sends) {
  /** Copies the fields of a bank transfer to the clipboard. */
  static final PageScript COPY = read("copy.js", false);

  /** Formats and checks the card form while the payer types, and sends it. */
  static final PageScript CARD = read("card.js", true);

  /** Gives the page its session's address in the browser's history. */
  static final PageScript HISTORY = read("history.js", false);

  private static PageScript read(String name, boolean sends) {
    return new PageScript(Pages.compact(Pages.read(PageScript.class, name)), sends);
  }

  public String tag() {
    return "<script>" + text + "</script>";
  }

  /** Returns the directives of `Content-Security-Policy` that allow this script only. */
  String directives() {
    return "script-src 'sha256-"
        + Base64.getEncoder().encodeToString(Sha256.of(text))
        + (sends ? "'; connect-src 'self'" : "'");
  }
}
