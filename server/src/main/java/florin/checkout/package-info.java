/**
 * Pages on which payers pay. A merchant makes a {@link florin.checkout.CheckoutSession}, of one
 * amount, and sends the payer there; or a {@link florin.checkout.PaymentLink}, by which anybody may
 * make one.
 *
 * <p>A session is paid at most once. Each try is a payment of its own, made by the use case that
 * merchants call, and begun in one commit with the session's row, which names it ({@link
 * florin.checkout.Tries}); the next one begins only when that has failed or was canceled. The
 * session is complete in the commit by which its payment is approved ({@link
 * florin.checkout.CheckoutCompletion}); docs/decisions/026 tells why.
 *
 * <p>The token in an address is the only secret, as on the pages of challenges.
 */
@org.jspecify.annotations.NullMarked
package florin.checkout;
