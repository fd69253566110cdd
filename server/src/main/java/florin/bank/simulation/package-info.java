/**
 * The bank of test mode: it keeps the receiving accounts of test realms, and books there what it is
 * told to, in statements that come in by the way of every bank's.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.simulation;
