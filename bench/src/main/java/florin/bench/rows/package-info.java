/**
 * Fills a database with payments as if they had been made: some are made indeed, over HTTP, and
 * their rows, as they then stand in the tables, are what the others are copied from. So every
 * column, every event's bytes and every table that the product writes is there, whatever it will
 * write one day.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.rows;
