/**
 * Card data and the keys that protect it. A card number is a {@link florin.core.Pan} on its way in
 * and on its way to a connector. At rest it is a {@link florin.vault.SealedPan}, which the {@link
 * florin.vault.Vault} encrypts with the keys of a {@link florin.vault.Keyring}. The keys are in a
 * file outside the database, so neither a dump of the database nor the file alone reveals a card
 * number.
 *
 * <p>The package also derives a card's {@link florin.vault.Brand} from its number, and finds card
 * numbers in free text ({@link florin.vault.CardNumberScan}).
 */
@org.jspecify.annotations.NullMarked
package florin.vault;
