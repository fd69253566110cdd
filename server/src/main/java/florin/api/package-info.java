/** The table of routes, and the checks of every API request. */
@org.jspecify.annotations.NullMarked
package florin.api;
