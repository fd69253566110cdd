/** What merchants do with refunds. */
@org.jspecify.annotations.NullMarked
package florin.payment.refund;
