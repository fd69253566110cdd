/**
 * Bank statements as they come in, by whichever way: read, checked and staged whole, and then made
 * visible by one commit, or not at all. What their entries mean is decided in {@code
 * florin.bank.matching}.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.intake;
