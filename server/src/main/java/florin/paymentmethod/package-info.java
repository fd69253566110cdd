/** What is paid with: cards, as they are kept and shown. Their numbers are the vault's. */
@org.jspecify.annotations.NullMarked
package florin.paymentmethod;
