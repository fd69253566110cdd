/**
 * Card data and the keys that protect it. A card number is a {@link florin.core.Pan} on its way in
 * and on its way to a connector; at rest it is a {@link florin.vault.SealedPan}, sealed by the
 * {@link florin.vault.Vault} with the secret keys of a {@link florin.vault.Keyring}. These live in
 * a file outside the database, so neither a dump of the database nor the file alone gives a card
 * number away.
 *
 * <p>It also knows what can be said about a card without a network: its {@link florin.vault.Brand},
 * and where a number has strayed into free text ({@link florin.vault.CardNumberScan}).
 */
@org.jspecify.annotations.NullMarked
package florin.vault;
