/** The changes of disputes that Florin makes, each in one commit with its payment. */
@org.jspecify.annotations.NullMarked
package florin.payment.dispute;
