/**
 * Refunds and returns that a merchant's bank is asked to pay, in payment files that a person takes
 * to the bank.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.ordering;
