/** The PostgreSQL that Florin includes: its programs, its files, its process. */
@org.jspecify.annotations.NullMarked
package florin.postgres;
