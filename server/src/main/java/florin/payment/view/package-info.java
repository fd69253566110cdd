/**
 * Payments and refunds as callers see them: their JSON, their links, and what stands behind those.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.view;
