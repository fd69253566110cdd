/**
 * Receipts: what the payer may see of a payment, as a page behind an unguessable link.
 *
 * <p>The links are made where payments are shown ({@link florin.payment.view.ReceiptLinks}); here
 * is what they lead to. See {@link florin.page} for how pages are made.
 */
@org.jspecify.annotations.NullMarked
package florin.receipt;
