package florin.connector;

import florin.core.Money;
import florin.core.Realm;
import java.net.URI;
import java.util.Optional;

/**
 * A request to authorize an amount.
 *
 * @param threeDSecure the result of an authentication that was done elsewhere
 * @param statementDescriptor the text that the payer reads on the statement
 * @param challengedBefore whether this payment method was set up with a challenge, so that an
 *     issuer may forgo another
 * @param returnUrl the URL to which the provider's page sends the payer back
 * @param page the content of that page
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
      throw new IllegalArgumentException("an authorization needs an amount above zero");
    }
    if (credential instanceof PlainCard card && (card.expMonth() < 1 || card.expMonth() > 12)) {
      throw new IllegalArgumentException("a month is 1 to 12, not " + card.expMonth());
    }
  }

  /**
   * Returns the card, for a network that accepts only cards. Callers check {@link Capabilities}
   * first.
   */
  public PlainCard card() {
    if (credential instanceof PlainCard card) {
      return card;
    }
    throw new IllegalStateException("this network takes cards only");
  }

  /** When the amount is captured. */
  public enum Capture {
    /** The amount is captured with the authorization: one message, a sale. */
    AUTOMATIC,
    /** The amount is captured later by a {@link OperationKind#CAPTURE}. */
    MANUAL
  }
}
