package florin.payment.challenge;

import florin.page.Pages;
import java.util.Map;

/** The challenge page as HTML. */
final class ChallengePages {
  private final Pages pages = new Pages(Pages.read(ChallengePages.class, "challenge.css"));

  String challenge(Challenge challenge) {
    return pages.render("challenge/challenge.jte", Map.of("challenge", challenge));
  }

  /** Returns a page for a challenge that is missing or can't be completed now. */
  String notice(String title, String words) {
    return pages.render("challenge/notice.jte", Map.of("title", title, "words", words));
  }

  /**
   * Returns the value of `Content-Security-Policy`. Browsers also apply `form-action` to the
   * redirect of a form's response, and to every redirect after it. A merchant's URL may redirect to
   * any other.
   *
   * @param leadsOn whether a form's response leads to a merchant
   */
  String policy(boolean leadsOn) {
    return pages.policy(leadsOn ? "'self' http: https:" : "'self'");
  }
}
