package florin.connector;

import florin.core.CardCode;
import florin.core.Pan;
import java.util.Optional;

/**
 * A card with its number, as it was typed in or as it is sent (ISO 20022: PlainCardData): of the
 * right types, not necessarily right. What cannot be a card is found before a network is asked.
 *
 * @param expMonth 1 to 12 if it is right
 * @param expYear of four digits if it is right
 * @param code absent where the payer was not asked for it, and once it is gone: it may be used for
 *     one authorisation only (PCI DSS 4.0, requirement 3.3.1)
 */
public record PlainCard(Pan pan, int expMonth, int expYear, Optional<CardCode> code)
    implements Credential {}
