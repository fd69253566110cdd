/** The table of routes, and the gate that every request of the API passes. */
@org.jspecify.annotations.NullMarked
package florin.api;
