package florin.connector;

import florin.core.CardCode;
import florin.core.Pan;
import java.util.Optional;

/**
 * A card with its number, as the payer entered it or as it is sent (ISO 20022: PlainCardData). The
 * types are right, but the values may be invalid; Florin detects an impossible card before it calls
 * a network.
 *
 * @param expMonth 1 to 12 if it is valid
 * @param expYear of four digits if it is valid
 * @param code the security code; absent if the payer was not asked for it, and once it is erased.
 *     It may be used for one authorization only (PCI DSS 4.0, requirement 3.3.1).
 */
public record PlainCard(Pan pan, int expMonth, int expYear, Optional<CardCode> code)
    implements Credential {}
