/**
 * The common parts of payers' pages, such as receipts and challenges. Templates are compiled when
 * Florin is built, and escape all values. A page includes its style sheet, runs no script and loads
 * nothing.
 */
@org.jspecify.annotations.NullMarked
package florin.page;
