package florin.connector;

import florin.connector.Credential.PlainCard;
import florin.core.Money;
import florin.core.Realm;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * A request to authorize an amount.
 *
 * @param amount zero for a setup, which saves the payment method and charges nothing. Only a
 *     connector that {@link Capabilities.AcceptedCredentials#setsUp sets up} receives it.
 * @param threeDSecure the result of an authentication that was done elsewhere
 * @param statementDescriptor the text that the payer reads on the statement
 * @param challengedBefore whether its holder was authenticated with this payment method before, so
 *     that an issuer may forgo a challenge
 * @param merchantInitiated set if the payer is absent and can't pass a challenge
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
    Optional<MerchantInitiated> merchantInitiated,
    Optional<URI> returnUrl,
    PageContent page) {
  /**
   * A charge of a saved payment method under the payer's mandate, while the payer is absent.
   *
   * @param networkTransactionId the card scheme's id of the payment that gave the mandate, or of
   *     the latest one that renewed it
   */
  public record MerchantInitiated(OffSessionReason reason, Optional<String> networkTransactionId) {}

  /**
   * The content of a provider's payment page, in addition to the amount.
   *
   * @param description the merchant's description of the purchase
   * @param email the payer's email address, if it is known
   * @param language of the page (ISO 639-1); if it is empty, the payer's browser decides
   * @param lines the items bought; may be empty
   * @param saves whether the payer agreed that the provider saves the payment method
   */
  public record PageContent(
      Optional<String> description,
      Optional<String> email,
      Optional<String> language,
      List<PageLine> lines,
      boolean saves) {
    public static final PageContent NONE =
        new PageContent(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    /** Creates the content of a page that saves nothing. */
    public PageContent(
        Optional<String> description,
        Optional<String> email,
        Optional<String> language,
        List<PageLine> lines) {
      this(description, email, language, lines, false);
    }

    public PageContent {
      lines = List.copyOf(lines);
    }

    /**
     * One line of the purchase.
     *
     * @param price of one piece
     */
    public record PageLine(String name, Money price, int quantity) {}
  }

  /** The parts of the payer's address that an issuer can check. */
  public record BillingAddress(Optional<String> line1, Optional<String> postalCode) {}

  public AuthorizeRequest {
    if (amount.isZero() && capture == Capture.MANUAL) {
      throw new IllegalArgumentException("a setup has nothing to capture");
    }
    if (credential instanceof PlainCard card && (card.expMonth() < 1 || card.expMonth() > 12)) {
      throw new IllegalArgumentException("a month is 1 to 12, not " + card.expMonth());
    }
  }

  /** Returns whether it saves the payment method, and charges nothing. */
  public boolean isSetup() {
    return amount.isZero();
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

  /** The moment at which the amount is captured. */
  public enum Capture {
    /** One message authorizes and captures the amount: a sale. */
    AUTOMATIC,
    /** The amount is captured later by a {@link OperationKind#CAPTURE}. */
    MANUAL
  }
}
