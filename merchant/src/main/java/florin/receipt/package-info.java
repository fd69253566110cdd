/**
 * Receipts: the payer's view of a payment, on a page with an unguessable link.
 *
 * <p>{@link florin.payment.view.ReceiptLinks} creates the links where payments are shown; this
 * package serves their pages. {@link florin.page} renders pages.
 */
@org.jspecify.annotations.NullMarked
package florin.receipt;
