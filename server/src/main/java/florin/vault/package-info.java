/**
 * Card data and the keys that protect it. The secret keys of a {@link florin.vault.Keyring} live in
 * a file outside the database, so neither a dump of the database nor the file alone gives a card
 * number away.
 */
@org.jspecify.annotations.NullMarked
package florin.vault;
