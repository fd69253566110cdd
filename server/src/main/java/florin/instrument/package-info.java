/**
 * What is paid with: a {@link florin.instrument.Card}, a {@link florin.instrument.BankTransfer}, or
 * what a payer chooses on a provider's page ({@link florin.instrument.Hosted}). How a kind is read
 * from a request, checked, stored and shown, and which errors it has, stands with it; whoever pays
 * with it, keeps it or refunds to it does not ask which it is.
 *
 * <p>An {@link florin.instrument.Instrument} is what may be seen and kept in clear. Its secret, a
 * card's number say, goes as a {@link florin.connector.Credential} from the request to the network,
 * and is kept sealed by the {@link florin.vault.Vault}.
 */
@org.jspecify.annotations.NullMarked
package florin.instrument;
