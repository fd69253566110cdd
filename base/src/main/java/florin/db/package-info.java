/**
 * Access to PostgreSQL: writes that are committed in groups, and reads that are executed in groups.
 */
@org.jspecify.annotations.NullMarked
package florin.db;
