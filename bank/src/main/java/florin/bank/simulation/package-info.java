/**
 * The simulated bank of test mode. It keeps the receiving accounts of test realms, and books
 * transfers on request. Its statements are imported like those of any bank.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.simulation;
