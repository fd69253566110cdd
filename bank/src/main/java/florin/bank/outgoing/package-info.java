/** The ledger of transfers that a merchant's bank is asked to make, and of their files. */
@org.jspecify.annotations.NullMarked
package florin.bank.outgoing;
