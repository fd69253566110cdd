/**
 * The path of each requested operation. {@link florin.payment.engine.Engine} begins an {@link
 * florin.payment.engine.OperationRequest} and resolves it; {@link
 * florin.payment.engine.DuplicateRequests} handles a request whose idempotency key is taken.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.engine;
