/**
 * Stripe, by its hosted Checkout page: no card number comes by here. Built to Stripe's published
 * API; docs/reference/stripe.md says what is and is not proven.
 *
 * <h2>What is under way, and under which name</h2>
 *
 * <p>An authorisation has two steps. `create` makes a Checkout Session, which is one of ours from
 * the moment that its name is durable. `page` is written before its address is handed out: whoever
 * closes the reference before that has proven that no payer can pay by it, since the address stands
 * in the one answer alone. A capture, cancel or refund has one step.
 *
 * <p>How an authorisation stands is decided by the session's PaymentIntent, and by the session's
 * own status where there is none yet. Webhooks are nudges: see {@link
 * florin.connector.ProviderWebhook}.
 *
 * <h2>Open pages</h2>
 *
 * <p>To cancel what waits for its payer is to expire its page, and nothing else. Where the payer
 * was faster, the cancel is declined and the payment is finished as paid: what a payer has paid is
 * never given back but by a refund that somebody asked for.
 */
@org.jspecify.annotations.NullMarked
package florin.connector.stripe;
