/**
 * What is asked twice is done once: the slots of idempotency keys, and what is done in one commit
 * with the answer.
 */
@org.jspecify.annotations.NullMarked
package florin.idempotency;
