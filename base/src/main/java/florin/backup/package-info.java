/** Backups of the embedded database while it runs, and their restoration. */
@org.jspecify.annotations.NullMarked
package florin.backup;
