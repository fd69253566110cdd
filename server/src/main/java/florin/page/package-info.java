/**
 * What the pages for payers have in common: the receipt's and the challenge's. Templates are
 * compiled when Florin is built and escape whatever they are given; a page brings its style sheet
 * along, runs no script and loads nothing.
 */
@org.jspecify.annotations.NullMarked
package florin.page;
