package florin.connector;

import florin.core.Money;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A provider's details of a payment, besides the outcome.
 *
 * @param ids the provider's identifiers, by the provider's names: `payment_intent` and so on
 * @param page the page of the payment in the provider's dashboard
 * @param card the card that was used on the provider's page
 * @param account the bank account that the provider saved with this payment
 * @param method the payment method that was used: `ideal`; of Florin's names in {@link
 *     Credential.Page#METHODS} if it has one
 * @param payer the payer's details, as entered there
 * @param disputes the disputes of the payment, open or closed, the oldest first
 * @param money the amounts that the provider has moved; empty if it does not report them
 * @param saved the credential that the provider saved with this payment
 */
public record ProviderDetails(
    Map<String, String> ids,
    Optional<URI> page,
    Optional<PaidCard> card,
    Optional<SavedAccount> account,
    Optional<String> method,
    Optional<Payer> payer,
    List<ProviderDispute> disputes,
    Optional<ProviderMoney> money,
    Optional<Credential.Saved> saved) {
  /**
   * The amounts that a provider has moved for a payment, for Florin or from its own dashboard.
   *
   * @param captured the amount that the provider has captured; zero while it is only authorized
   * @param refunds the refunds that Florin did not request, the oldest first
   */
  public record ProviderMoney(Money captured, List<ProviderRefund> refunds) {
    public ProviderMoney {
      refunds = List.copyOf(refunds);
    }

    /**
     * A refund that a person has made at the provider.
     *
     * @param id the provider's identifier
     */
    public record ProviderRefund(String id, Money amount, ProviderRefundStatus status) {}

    /** The states of a refund at a provider. */
    public enum ProviderRefundStatus {
      PENDING,
      SUCCEEDED,
      FAILED,
      CANCELED
    }
  }

  public static final int MAX_IDS = 8;

  /** The most characters of a method's name. */
  public static final int MAX_METHOD = 40;

  /** Creates the details of a payment that saved no bank account. */
  public ProviderDetails(
      Map<String, String> ids,
      Optional<URI> page,
      Optional<PaidCard> card,
      Optional<String> method,
      Optional<Payer> payer,
      List<ProviderDispute> disputes,
      Optional<ProviderMoney> money,
      Optional<Credential.Saved> saved) {
    this(ids, page, card, Optional.empty(), method, payer, disputes, money, saved);
  }

  /** Creates the details of a payment that saved nothing, without the method. */
  public ProviderDetails(
      Map<String, String> ids,
      Optional<URI> page,
      Optional<PaidCard> card,
      Optional<Payer> payer,
      List<ProviderDispute> disputes,
      Optional<ProviderMoney> money) {
    this(ids, page, card, Optional.empty(), payer, disputes, money, Optional.empty());
  }

  public ProviderDetails {
    method = method.filter(name -> name.matches("[a-z0-9_]{1," + MAX_METHOD + "}"));
    ids = Map.copyOf(ids);
    disputes = List.copyOf(disputes);
    if (ids.size() > MAX_IDS) {
      throw new IllegalArgumentException("at most " + MAX_IDS + " names of a provider are kept");
    }
  }

  /** Returns the details with these disputes. */
  public ProviderDetails with(List<ProviderDispute> known) {
    return new ProviderDetails(ids, page, card, account, method, payer, known, money, saved);
  }

  /**
   * A card whose number Florin has never received.
   *
   * @param brand Florin's name of the brand: `visa`; `unknown` if there is none
   * @param funding `credit`, `debit`, `prepaid` or `unknown`
   */
  public record PaidCard(String brand, String last4, int expMonth, int expYear, String funding) {}

  /**
   * A bank account that later charges debit.
   *
   * @param method the payment method of those charges, in Florin's words: `sepa_debit`
   */
  public record SavedAccount(String method, String ibanLast4) {}

  /**
   * The payer of a payment on the provider's page.
   *
   * @param country ISO 3166-1 alpha-2, upper case
   */
  public record Payer(
      Optional<String> name,
      Optional<String> email,
      Optional<String> country,
      Optional<String> postalCode) {}
}
