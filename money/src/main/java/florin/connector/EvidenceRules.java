package florin.connector;

import java.util.Map;

/**
 * The limits of evidence at a provider.
 *
 * @param characters the most characters of all texts together
 * @param bytes the most bytes of all files together
 * @param pages the most pages of all files together
 * @param pagesOfBrand the most pages for card brands that accept fewer
 */
public record EvidenceRules(
    int characters, int bytes, int pages, Map<String, Integer> pagesOfBrand) {
  public EvidenceRules {
    pagesOfBrand = Map.copyOf(pagesOfBrand);
  }

  /**
   * Returns the most pages for a card.
   *
   * @param brand its brand in Florin's words
   */
  public int pages(String brand) {
    return pagesOfBrand.getOrDefault(brand, pages);
  }
}
