/** Customers: the payers that a merchant chooses to store. */
@org.jspecify.annotations.NullMarked
package florin.customer;
