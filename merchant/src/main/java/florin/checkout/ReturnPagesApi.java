package florin.checkout;

import florin.http.Answer;
import florin.http.Exchange;
import florin.payment.challenge.ChallengeNoticesApi;

/** The pages for payers who return from a challenge or from the provider's page. */
public final class ReturnPagesApi implements ChallengeNoticesApi {
  private final CheckoutPagesApi pages = new CheckoutPagesApi();

  @Override
  public Answer missing(Exchange exchange) {
    return page(404, exchange, Phrase.CHALLENGE_MISSING_TITLE, Phrase.CHALLENGE_MISSING_WORDS);
  }

  @Override
  public Answer returned(Exchange exchange) {
    return page(200, exchange, Phrase.RETURNED_TITLE, Phrase.RETURNED_WORDS);
  }

  @Override
  public Answer busy(Exchange exchange) {
    return page(409, exchange, Phrase.BUSY_TITLE, Phrase.CHALLENGE_BUSY_WORDS)
        .with("Retry-After", "1");
  }

  private Answer page(int status, Exchange exchange, Phrase title, Phrase words) {
    return pages.at(exchange).notice(status, PayerRequestsApi.languageOf(exchange), title, words);
  }
}
