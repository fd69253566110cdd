/** Backups of the embedded database while it is at work, and restores of them. */
@org.jspecify.annotations.NullMarked
package florin.backup;
