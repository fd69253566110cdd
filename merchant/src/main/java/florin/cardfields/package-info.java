/**
 * The card fields for a merchant's own page: `florin.js`, which the page loads, and the frame with
 * the fields, which Florin serves. The card goes from the frame to Florin; the page gets a payment
 * method. docs/decisions/062 explains the design.
 */
@org.jspecify.annotations.NullMarked
package florin.cardfields;
