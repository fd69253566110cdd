/**
 * Hosted payment pages. A merchant creates a {@link florin.checkout.CheckoutSession} for one amount
 * and sends the payer there, or a {@link florin.checkout.PaymentLink}, with which any payer can
 * create one.
 *
 * <p>A session is paid at most once. Each try is a payment, created with the merchants' own use
 * case, in one commit with the session's row, which names it ({@link florin.checkout.Tries}). The
 * next try begins only after the last has failed or was canceled. The session completes in the
 * commit that approves its payment ({@link florin.checkout.CheckoutCompletion}); docs/decisions/026
 * explains why.
 *
 * <p>The token in a URL is the only secret, as on challenge pages.
 */
@org.jspecify.annotations.NullMarked
package florin.checkout;
