/**
 * Baselines for the database work of payments. {@link florin.bench.jdbc.PlainInserts} is a
 * transaction of three plain inserts, the minimum for any service that stores payments. {@link
 * florin.bench.jdbc.StatementCount} counts the statements that Florin sends.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.jdbc;
