package florin.payment.machine;

import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ThreeDSecureResult;
import java.net.URI;
import java.util.Optional;

/**
 * How the payer proves to be the card's holder.
 *
 * @param challenge the connector's name for the challenge that it asked for, whether or not the
 *     payer has passed it
 * @param page of the provider, where the payer passes it; empty for one of ours
 * @param result what the merchant brought along, or what the challenge came to
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
          case PayerAction.Redirect(URI elsewhere, var _) -> Optional.of(elsewhere);
        };
    return new Authentication(Optional.of(action.challenge()), url, result);
  }

  /** After an approval, which tells of a challenge only if there was one. */
  Authentication after(Optional<ThreeDSecureResult> passed) {
    return new Authentication(challenge, page, passed.map(ThreeDSecure::of).or(() -> result));
  }
}
