/** Sells at several connectors, and compares the ledger with independent programs and ledgers. */
@org.jspecify.annotations.NullMarked
package florin.bench.books;
