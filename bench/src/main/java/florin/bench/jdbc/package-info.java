/**
 * What a payment costs without HTTP and without grouping: the statements that Florin sends for one,
 * heard at its JDBC driver and sent again the plain way. They are heard in each run, not written
 * down here, so the comparison cannot fall behind the product.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.jdbc;
