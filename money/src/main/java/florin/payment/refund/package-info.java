/** The operations of merchants on refunds. */
@org.jspecify.annotations.NullMarked
package florin.payment.refund;
