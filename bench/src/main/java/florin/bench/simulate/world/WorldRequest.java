package florin.bench.simulate.world;

import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import florin.core.KeyedRequest;
import florin.core.KeyedRequest.KeyNamespace;
import florin.idempotency.Origin;
import java.util.Optional;

/**
 * A request of a shopper.
 *
 * @param text the same for equal requests, and different for others
 */
record WorldRequest(String name, RequestId id, Optional<String> key, String text) {
  Origin origin() {
    return new Origin(
        id, key.map(it -> new KeyedRequest(KeyNamespace.SECRET_KEY, new IdempotencyKey(it), text)));
  }
}
