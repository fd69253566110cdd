/**
 * The page on which a payer passes a challenge, in test mode: it stands for the one of the card's
 * issuer, and leaves the answer to whoever tests. Complete, fail or abandon; then back to the
 * merchant's `return_url`.
 *
 * <p>The token in the address is the only secret: there is no cookie and no login, so a foreign
 * site that does not know the address cannot act in a payer's name, and one that does need not. So
 * there is no token against forged requests beside it. Nothing leaves the page's address: no
 * referrer is sent, no script runs, nothing is loaded.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.challenge;
