/** Florin, a payment processing service: the program that puts the features together. */
@org.jspecify.annotations.NullMarked
package florin;
