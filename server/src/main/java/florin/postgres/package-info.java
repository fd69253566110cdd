/** The PostgreSQL that Florin brings along: its programs, its files, its process. */
@org.jspecify.annotations.NullMarked
package florin.postgres;
