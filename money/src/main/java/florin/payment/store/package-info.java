/** The rows of payments, refunds and attempts: how each is written, guarded, found and listed. */
@org.jspecify.annotations.NullMarked
package florin.payment.store;
