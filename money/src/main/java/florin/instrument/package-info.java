/**
 * The instruments of payments: a {@link florin.instrument.Card}, a {@link
 * florin.instrument.BankTransfer}, or a method that the payer chooses on a provider's page ({@link
 * florin.instrument.Hosted}). Each kind defines how it is read from a request, checked, stored and
 * shown, and its errors. Other packages don't distinguish the kinds.
 *
 * <p>An {@link florin.instrument.Instrument} is the part that may be shown and stored in clear
 * text. Its secret, for example a card's number, goes from the request to the network as a {@link
 * florin.connector.Credential}. The {@link florin.vault.Vault} encrypts it before it is stored.
 */
@org.jspecify.annotations.NullMarked
package florin.instrument;
