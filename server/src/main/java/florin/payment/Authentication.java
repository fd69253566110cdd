package florin.payment;

import florin.connector.ThreeDSecureResult;
import java.util.Optional;

/**
 * How the payer proves to be the card's holder.
 *
 * @param challenge the connector's name for the challenge that it asked for, whether or not the
 *     payer has passed it
 * @param result what the merchant brought along, or what the challenge came to
 */
public record Authentication(Optional<String> challenge, Optional<ThreeDSecure> result) {
  static Authentication of(Optional<ThreeDSecure> brought) {
    return new Authentication(Optional.empty(), brought);
  }

  Authentication asking(String name) {
    return new Authentication(Optional.of(name), result);
  }

  /** After an approval, which tells of a challenge only if there was one. */
  Authentication after(Optional<ThreeDSecureResult> passed) {
    return new Authentication(challenge, passed.map(ThreeDSecure::of).or(() -> result));
  }
}
