package florin.connector;

import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;

/**
 * What is asked about. The network's own name for it is not in here: the connector has it in its
 * {@link Exchanges}, where it is durable before anything that could be asked about.
 *
 * @param reference of the operation itself
 * @param authorization the reference under which the amount was authorised; the same for an
 *     authorisation
 * @param amount that was asked for
 * @param began when the operation was begun, by the clock by which nodes compare
 */
public record InquiryRequest(
    Realm realm,
    OperationRef reference,
    OperationKind operation,
    OperationRef authorization,
    Money amount,
    Instant began) {}
