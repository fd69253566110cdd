/**
 * What payments are held against, and what they are to the database: {@link
 * florin.bench.jdbc.PlainInserts} is a transaction of three plain inserts, which any service that
 * keeps payments would have to make; {@link florin.bench.jdbc.StatementCount} hears at Florin's own
 * JDBC driver what it sends.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.jdbc;
