package florin.payment.challenge;

import florin.account.Accounts;
import florin.core.Refusal;
import florin.http.Answer;
import florin.http.Exchange;
import florin.page.Pages;
import florin.payment.challenge.Challenges.Choice;
import florin.payment.machine.Payment;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The page `/challenges/{token}` for payers, who have no API key, with its three buttons. Also the
 * return URL for payers who were sent to a provider's page.
 */
public final class ChallengeApi {
  private static final String HTML = "text/html; charset=utf-8";

  private final Challenges challenges;
  private final Accounts accounts;
  private final ChallengeNoticesApi notices;
  private final ChallengePages pages = new ChallengePages();

  /** The challenge page as HTML. */
  static final class ChallengePages {
    private final Pages pages = new Pages(Pages.read(ChallengePages.class, "challenge.css"));

    String challenge(Challenge challenge) {
      return pages.render("challenge/challenge.jte", Map.of("challenge", challenge));
    }

    /**
     * Returns the value of `Content-Security-Policy`. Browsers also apply `form-action` to the
     * redirect of a form's response, and to every redirect after it. A merchant's URL may redirect
     * to any other.
     *
     * @param leadsOn whether a form's response leads to a merchant
     */
    String policy(boolean leadsOn) {
      return pages.policy(leadsOn ? "'self' http: https:" : "'self'");
    }
  }

  public ChallengeApi(Challenges challenges, Accounts accounts, ChallengeNoticesApi notices) {
    this.challenges = challenges;
    this.accounts = accounts;
    this.notices = notices;
  }

  public Answer show(Exchange exchange) {
    String token = token(exchange);
    return challenges
        .find(token)
        .map(payment -> page(token, payment))
        .orElseGet(() -> notices.missing(exchange));
  }

  public Answer complete(Exchange exchange) {
    return choose(exchange, Choice.COMPLETE);
  }

  public Answer fail(Exchange exchange) {
    return choose(exchange, Choice.FAIL);
  }

  public Answer abandon(Exchange exchange) {
    return choose(exchange, Choice.ABANDON);
  }

  /** Handles `/return/{token}`, where a payer returns from the provider's page. */
  public Answer returned(Exchange exchange) {
    Optional<Payment> found = challenges.findReturning(token(exchange));
    if (found.isEmpty()) {
      return notices.missing(exchange);
    }
    try {
      Payment after =
          challenges.returned(found.get(), exchange.query().values(), exchange.requestId());
      return after
          .findReturnUrl()
          .map(url -> guarded(Answer.seeOther(url)))
          .orElseGet(() -> notices.returned(exchange));
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return notices.busy(exchange);
    }
  }

  /**
   * Handles a button, and redirects to the merchant. If there is no return URL, the payer returns
   * to the page.
   */
  private Answer choose(Exchange exchange, Choice choice) {
    String token = token(exchange);
    Optional<Payment> found = challenges.find(token);
    if (found.isEmpty()) {
      return notices.missing(exchange);
    }
    try {
      Payment after = challenges.choose(found.get(), choice, exchange.requestId());
      String page = "../" + token;
      return guarded(
          Answer.seeOther(after.isWaitingForPayer() ? page : after.findReturnUrl().orElse(page)));
    } catch (Refusal refusal) {
      exchange.log().put(refusal.problem().code());
      return notices.busy(exchange);
    }
  }

  private Answer page(String token, Payment payment) {
    Challenge challenge = Challenge.of(token, accounts.get(payment.realm()), payment);
    boolean leadsOn = challenge.returnUrl().isPresent();
    byte[] html = pages.challenge(challenge).getBytes(StandardCharsets.UTF_8);
    return guarded(Answer.of(200, HTML, html))
        .with("Content-Security-Policy", pages.policy(leadsOn));
  }

  /** Adds headers that protect the URL, which is a secret. */
  private static Answer guarded(Answer answer) {
    return answer
        .with("Referrer-Policy", "no-referrer")
        .with("X-Robots-Tag", "noindex, nofollow")
        .with("Cache-Control", "private, no-store");
  }

  private static String token(Exchange exchange) {
    return exchange.pathParameter("token");
  }
}
