package florin.connector;

import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;

/**
 * A request for the outcome of an operation. It doesn't contain the network's own identifier. The
 * connector reads that from its {@link Exchanges}, where it is durable before an inquiry can need
 * it.
 *
 * @param reference of the operation itself
 * @param authorization the reference of the authorization; equal to the operation's reference if
 *     that is an authorization
 * @param amount the requested amount
 * @param began when the operation began, by the clock that all nodes share
 */
public record InquiryRequest(
    Realm realm,
    OperationRef reference,
    OperationKind operation,
    OperationRef authorization,
    Money amount,
    Instant began) {}
