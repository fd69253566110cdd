/**
 * Runs a complete Florin for tests. {@link florin.testing.TestApp} is the production service on a
 * database of its own. A test can end it like a kill and open it again. {@link
 * florin.testing.Browser} opens its pages, and {@link florin.testing.Tab} checks the rules that all
 * pages share.
 */
@org.jspecify.annotations.NullMarked
package florin.testing;
