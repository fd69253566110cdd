/** The pages of the dashboard, looked at as a browser does. */
@org.jspecify.annotations.NullMarked
package florin.bench.pages;
