/** Customers: who pays, as far as the merchant wants it kept. */
@org.jspecify.annotations.NullMarked
package florin.customer;
