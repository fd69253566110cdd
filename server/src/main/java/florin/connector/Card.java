package florin.connector;

import florin.core.CardCode;
import florin.core.Pan;
import java.util.Optional;

/**
 * @param expMonth 1 to 12
 * @param expYear four digits
 * @param code empty once it is gone: it may be used for one authorisation only (PCI DSS 4.0,
 *     requirement 3.3.1)
 */
public record Card(Pan pan, int expMonth, int expYear, Optional<CardCode> code) {
  public Card {
    if (expMonth < 1 || expMonth > 12) {
      throw new IllegalArgumentException("a month is 1 to 12, not " + expMonth);
    }
  }
}
