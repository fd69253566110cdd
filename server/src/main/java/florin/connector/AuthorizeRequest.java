package florin.connector;

import florin.core.Money;
import florin.core.Realm;
import java.net.URI;
import java.util.Optional;

/**
 * @param threeDSecure the result of an authentication that was done elsewhere
 * @param statementDescriptor what the payer shall read on the statement
 * @param challengedBefore whether this payment method was set up with a challenge, so that an
 *     issuer may forgo another
 * @param returnUrl the address to which the provider's page sends the payer back
 * @param page what that page shows
 */
public record AuthorizeRequest(
    OperationRef reference,
    Realm realm,
    Money amount,
    Capture capture,
    Credential credential,
    Optional<BillingAddress> billingAddress,
    Optional<ThreeDSecureResult> threeDSecure,
    Optional<String> statementDescriptor,
    boolean challengedBefore,
    Optional<URI> returnUrl,
    PageContent page) {
  public AuthorizeRequest {
    if (amount.isZero()) {
      throw new IllegalArgumentException("an authorisation is of more than nothing");
    }
    if (credential instanceof PlainCard card && (card.expMonth() < 1 || card.expMonth() > 12)) {
      throw new IllegalArgumentException("a month is 1 to 12, not " + card.expMonth());
    }
  }

  /** For a network that takes cards: whoever asks it for anything else has not looked. */
  public PlainCard card() {
    if (credential instanceof PlainCard card) {
      return card;
    }
    throw new IllegalStateException("this network takes cards only");
  }

  /** When the money is taken. */
  public enum Capture {
    /** With the authorisation: one message, a sale. */
    AUTOMATIC,
    /** By a {@link OperationKind#CAPTURE} later. */
    MANUAL
  }
}
