/**
 * Fills a database with realistic payments. A few payments are created over HTTP, and their rows
 * are the templates of all others. The rows thus have every column, event, and table that the
 * product writes, including future ones.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.rows;
