package florin.payment.challenge;

import florin.page.Pages;
import java.util.Map;

/** The challenge as HTML. */
final class ChallengePages {
  private final Pages pages = new Pages(Pages.read(ChallengePages.class, "challenge.css"));

  String challenge(Challenge challenge) {
    return pages.render("challenge/challenge.jte", Map.of("challenge", challenge));
  }

  /** There is none, or none that can be acted on now. */
  String notice(String title, String words) {
    return pages.render("challenge/notice.jte", Map.of("title", title, "words", words));
  }

  /**
   * The value of `Content-Security-Policy`. Browsers hold against `form-action` where a form's
   * answer redirects to as well, and every redirect after that: a merchant's address may lead on to
   * any other.
   *
   * @param leadsOn whether a form's answer leads to a merchant
   */
  String policy(boolean leadsOn) {
    return pages.policy(leadsOn ? "'self' http: https:" : "'self'");
  }
}
