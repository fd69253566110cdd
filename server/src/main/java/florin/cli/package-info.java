/** The commands of `./florin`: what an operator types, and what is printed. */
@org.jspecify.annotations.NullMarked
package florin.cli;
