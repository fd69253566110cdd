/** The commands of `./florin`, with their options and their output. */
@org.jspecify.annotations.NullMarked
package florin.cli;
