/**
 * The records of idempotency keys, and changes that are done in one commit together with their
 * response.
 */
@org.jspecify.annotations.NullMarked
package florin.idempotency;
