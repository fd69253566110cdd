package florin.connector;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * What a provider tells of a payment beyond the answer itself.
 *
 * @param ids the provider's own names, by its words for what they name: `payment_intent` and so on
 * @param page where a person looks at it in the provider's dashboard
 * @param card what was paid with on the provider's page
 * @param payer who has paid, as they said there
 * @param dispute the latest dispute of it, open or over; empty while the payer has never disputed
 *     it
 * @param money what the provider has moved; empty where it does not say
 */
public record ProviderDetails(
    Map<String, String> ids,
    Optional<URI> page,
    Optional<PaidCard> card,
    Optional<Payer> payer,
    Optional<Dispute> dispute,
    Optional<ProviderMoney> money) {
  public static final int MAX_IDS = 8;

  public ProviderDetails {
    ids = Map.copyOf(ids);
    if (ids.size() > MAX_IDS) {
      throw new IllegalArgumentException("at most " + MAX_IDS + " names of a provider are kept");
    }
  }

  /**
   * A card that we have never seen the number of.
   *
   * @param brand in our words: `visa`; `unknown` where we have none
   * @param funding `credit`, `debit`, `prepaid` or `unknown`
   */
  public record PaidCard(String brand, String last4, int expMonth, int expYear, String funding) {}

  /**
   * @param country ISO 3166-1 alpha-2, upper case
   */
  public record Payer(
      Optional<String> name,
      Optional<String> email,
      Optional<String> country,
      Optional<String> postalCode) {}
}
