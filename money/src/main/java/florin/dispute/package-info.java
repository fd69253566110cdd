/**
 * Disputes of payments: their states, as the providers report them, and the API that shows them.
 */
@org.jspecify.annotations.NullMarked
package florin.dispute;
