package florin.connector;

import florin.core.Money;
import java.util.List;
import java.util.Optional;

/**
 * The content of a provider's payment page, in addition to the amount.
 *
 * @param description the merchant's description of the purchase
 * @param email the payer's email address, if it is known
 * @param language of the page (ISO 639-1); if it is empty, the payer's browser decides
 * @param lines the items bought; may be empty
 */
public record PageContent(
    Optional<String> description,
    Optional<String> email,
    Optional<String> language,
    List<PageLine> lines) {
  public static final PageContent NONE =
      new PageContent(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

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
