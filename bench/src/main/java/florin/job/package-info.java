/** What a simulated world has in place of the package's parts that have threads of their own. */
@org.jspecify.annotations.NullMarked
package florin.job;
