/** Transfers that a merchant's bank is to make: the book of what goes out. */
@org.jspecify.annotations.NullMarked
package florin.bank.outgoing;
