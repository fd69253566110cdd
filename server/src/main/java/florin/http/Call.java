package florin.http;

import florin.core.Caller;
import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import java.util.Optional;

/**
 * A request that has passed the door: who asks, and what for, decoded.
 *
 * @param <I> the input record of the route
 */
public record Call<I>(
    Caller caller, RequestId request, Optional<IdempotencyKey> idempotencyKey, I input) {}
