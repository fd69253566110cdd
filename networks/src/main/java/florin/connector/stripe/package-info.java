/**
 * The connector for Stripe's hosted Checkout page, so that Florin receives no card number. It is
 * built to Stripe's published API; docs/reference/stripe.md lists what is and is not tested.
 *
 * <h2>Steps and identifiers</h2>
 *
 * <p>An authorization has two steps. `create` creates a Checkout Session, which belongs to Florin
 * once its id is durable. `page` is written before the page's URL is given out. If the reference is
 * closed before that, no payer can pay with the page, because only that one response has its URL. A
 * capture, cancel or refund has one step.
 *
 * <p>The state of an authorization is that of the session's PaymentIntent, or the session's own
 * status if there is no intent yet. Webhooks only trigger inquiries: see {@link
 * florin.connector.ProviderWebhook}.
 *
 * <h2>Open pages</h2>
 *
 * <p>Canceling a payment that waits for its payer only expires its page. If the payer was faster,
 * the cancel is declined and the payment is finished as paid. A paid amount is returned only by a
 * requested refund.
 */
@org.jspecify.annotations.NullMarked
package florin.connector.stripe;
