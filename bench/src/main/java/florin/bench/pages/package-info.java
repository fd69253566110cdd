/** Visits the pages of the dashboard as a browser does. */
@org.jspecify.annotations.NullMarked
package florin.bench.pages;
