/**
 * Payments and refunds as callers see them: their JSON, their links and the tokens in those links.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.view;
