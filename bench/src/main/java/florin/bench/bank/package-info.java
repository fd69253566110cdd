/**
 * Payments that wait for bank transfers, and the statements by which a bank says that they came.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.bank;
