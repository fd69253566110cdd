/**
 * The connector for Mollie's hosted page, so that Florin receives no card number. It is built to
 * Mollie's published API; docs/reference/mollie.md lists what is and is not tested.
 *
 * <h2>Steps and identifiers</h2>
 *
 * <p>An authorization has two steps. `create` creates a payment at Mollie, which belongs to Florin
 * once its id is durable. `page` is written before the page's URL is given out. If the reference is
 * closed before that, no payer can pay, because only that one response has the URL. A capture,
 * cancel or refund has one step.
 *
 * <p>The state of every operation is in one object: the payment with its captures, refunds and
 * chargebacks. Mollie's webhooks are not signed and carry only that object's id, so they only
 * trigger inquiries.
 *
 * <h2>Open pages</h2>
 *
 * <p>Most payments can't be canceled at Mollie while their payer may still pay. They expire there
 * after minutes or hours, so Florin waits for the payer until then and no longer. Until then, a
 * cancel is declined.
 */
@org.jspecify.annotations.NullMarked
package florin.connector.mollie;
