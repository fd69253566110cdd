package florin.instrument;

import florin.vault.Brand;
import florin.vault.Funding;
import java.util.Optional;

/** A card as the API shows it, field by field. */
public record CardView(
    Brand brand,
    String last4,
    int expMonth,
    int expYear,
    Funding funding,
    Optional<String> fingerprint) {
  public static CardView of(Card card) {
    return new CardView(
        card.brand(),
        card.last4(),
        card.expMonth(),
        card.expYear(),
        card.funding(),
        card.fingerprint());
  }

  /**
   * Returns the card without its fingerprint. It would tell a browser whether the card was seen
   * before.
   */
  public CardView forBrowser() {
    return new CardView(brand, last4, expMonth, expYear, funding, Optional.empty());
  }
}
