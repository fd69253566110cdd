/** Florin, a payment processing service: where the program begins. */
@org.jspecify.annotations.NullMarked
package florin;
