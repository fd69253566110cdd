/**
 * The import of bank statements from every source. Florin reads, checks and stages a file as a
 * whole, then makes it visible with one commit, or not at all. {@code florin.bank.matching} decides
 * what the entries mean.
 */
@org.jspecify.annotations.NullMarked
package florin.bank.imports;
