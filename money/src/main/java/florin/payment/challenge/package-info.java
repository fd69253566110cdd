/**
 * The page on which a payer passes a challenge, in test mode. It replaces the page of the card's
 * issuer, and the tester chooses the result: complete, fail or abandon. Then it redirects to the
 * merchant's `return_url`.
 *
 * <p>The token in the URL is the only secret: there is no cookie and no login. Another site that
 * does not know the URL cannot act for a payer, so no token against forged requests is needed. The
 * page's URL does not leak: the page sends no referrer, runs no script and loads nothing.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.challenge;
