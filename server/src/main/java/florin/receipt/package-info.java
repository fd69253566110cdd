/**
 * Receipts: what the payer may see of a payment, as a page behind an unguessable link.
 *
 * <p>The links are made where payments are shown ({@link florin.payment.ReceiptLinks}); here is
 * what they lead to. Pages are JTE templates in `src/main/jte`, compiled when Florin is built, and
 * escape whatever they are given. They run no script and load nothing.
 */
@org.jspecify.annotations.NullMarked
package florin.receipt;
