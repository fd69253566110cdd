/**
 * PostgreSQL, as the rest of Florin sees it: writes that are committed in groups, and reads that
 * are answered in groups.
 */
@org.jspecify.annotations.NullMarked
package florin.db;
