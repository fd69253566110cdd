/**
 * PostgreSQL, as the rest of Florin sees it: writes that are committed in groups, reads that are
 * answered in groups, and the database process itself.
 */
@org.jspecify.annotations.NullMarked
package florin.db;
