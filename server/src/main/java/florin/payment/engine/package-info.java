/**
 * The way of anything that is asked for: {@link florin.payment.engine.Engine} begins an {@link
 * florin.payment.engine.Intent} and has it resolved, {@link florin.payment.engine.Repeats} answers
 * a request whose idempotency key is taken.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.engine;
