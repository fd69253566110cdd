/** The words everything else is written in. Imports nothing of ours. */
@org.jspecify.annotations.NullMarked
package florin.core;
