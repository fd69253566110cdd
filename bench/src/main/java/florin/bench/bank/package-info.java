/** Measures payments by bank transfer and the import of the bank statements that resolve them. */
@org.jspecify.annotations.NullMarked
package florin.bench.bank;
