package florin.vault;

import florin.core.CardCode;
import florin.core.Pan;
import java.util.Optional;

/**
 * A card as it was typed in: of the right types, not necessarily right. {@link CardCheck} says
 * whether it can be a card.
 *
 * @param expMonth 1 to 12 if it is right
 * @param expYear of four digits if it is right
 * @param code absent where the payer was not asked for it
 */
public record Card(Pan pan, int expMonth, int expYear, Optional<CardCode> code) {
  public Brand brand() {
    return Brand.of(pan);
  }
}
