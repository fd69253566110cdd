package florin.payment.challenge;

import florin.http.Answer;
import florin.http.Exchange;

/** The pages without a challenge, in the language of the payer's browser. */
public interface ChallengeNoticesApi {
  /** Returns the page for an invalid token. */
  Answer missing(Exchange exchange);

  /** Returns the page for a payer who returned and has no URL to continue to. */
  Answer returned(Exchange exchange);

  /** Returns the page while another operation on the payment is in flight. */
  Answer busy(Exchange exchange);
}
