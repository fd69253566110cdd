package florin.payment.machine;

import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ThreeDSecure;
import florin.connector.ThreeDSecureResult;
import java.net.URI;
import java.util.Optional;

/**
 * The proof that the payer is the card's holder.
 *
 * @param challenge the connector's identifier of the challenge that it requested, whether or not
 *     the payer has passed it
 * @param page the provider's page on which the payer passes the challenge; empty for a page of
 *     Florin
 * @param result the result that the merchant provided, or that of the challenge
 */
public record Authentication(
    Optional<String> challenge, Optional<URI> page, Optional<ThreeDSecure> result) {
  static Authentication of(Optional<ThreeDSecure> brought) {
    return new Authentication(Optional.empty(), Optional.empty(), brought);
  }

  Authentication asking(Outcome.RequiresAction action) {
    Optional<URI> url =
        switch (action.action()) {
          case PayerAction.OwnPage(), PayerAction.BankInstructions _ -> Optional.empty();
          case PayerAction.Redirect(URI elsewhere, var _, var _) -> Optional.of(elsewhere);
        };
    return new Authentication(Optional.of(action.challenge()), url, result);
  }

  /** Returns the state after an approval, which has a result only if there was a challenge. */
  Authentication after(Optional<ThreeDSecureResult> passed) {
    return new Authentication(challenge, page, passed.map(ThreeDSecure::of).or(() -> result));
  }
}
