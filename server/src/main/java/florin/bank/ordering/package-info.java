/**
 * What a merchant's bank is asked to pay: refunds and what goes back, in payment files that a
 * person takes to the bank.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.ordering;
