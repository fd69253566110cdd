/**
 * The path of each requested operation. {@link florin.payment.engine.Engine} begins an {@link
 * florin.payment.engine.Intent} and resolves it; {@link florin.payment.engine.Repeats} handles a
 * request whose idempotency key is taken.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.engine;
