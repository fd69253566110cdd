/** What the operator sets: read, checked, and told what is wrong with it. */
@org.jspecify.annotations.NullMarked
package florin.config;
