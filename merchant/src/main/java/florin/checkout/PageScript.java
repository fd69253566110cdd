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
  static final PageScript COPY = read("copy.js");

  /** Formats and checks the card form while the payer types, and sends it. */
  static final PageScript CARD =
      new PageScript(withCardFields(Pages.read(PageScript.class, "card.js")), true);

  /** Gives the page its session's address in the browser's history. */
  static final PageScript HISTORY = read("history.js");

  private static PageScript read(String name) {
    return new PageScript(Pages.compact(Pages.read(PageScript.class, name)), false);
  }

  /** Returns a script that formats and checks the fields of a card, and what follows it. */
  public static String withCardFields(String script) {
    return Pages.compact(
        "\"use strict\";\n{\n" + Pages.read(PageScript.class, "card-fields.js") + script + "}\n");
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
