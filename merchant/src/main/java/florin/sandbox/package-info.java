/** Sandboxes: realms of test mode with a clock of their own. */
@org.jspecify.annotations.NullMarked
package florin.sandbox;
