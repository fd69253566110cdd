package florin.paymentmethod;

import florin.vault.Brand;
import florin.vault.Funding;
import java.util.Optional;

/**
 * What may be shown of a card.
 *
 * @param fingerprint the same for the same number in the same realm; empty when what came was no
 *     card number
 */
public record CardSummary(
    Brand brand,
    String last4,
    int expMonth,
    int expYear,
    Funding funding,
    Optional<String> fingerprint) {}
