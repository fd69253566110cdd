/**
 * Deliveries as a simulated world has them: the service's attempts, sent to a receiver of the
 * world's.
 */
@org.jspecify.annotations.NullMarked
package florin.webhook;
