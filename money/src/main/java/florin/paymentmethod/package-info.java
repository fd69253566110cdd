/**
 * Payment methods, such as cards, as they are stored and shown. The vault encrypts their numbers.
 */
@org.jspecify.annotations.NullMarked
package florin.paymentmethod;
