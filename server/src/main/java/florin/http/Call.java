package florin.http;

import florin.core.Caller;
import florin.core.Id.RequestId;
import florin.core.KeyedRequest;
import florin.core.Realm;
import java.util.Optional;

/**
 * A request that has passed the door: who asks, and what for, decoded.
 *
 * @param keyed present when the request carries an idempotency key
 * @param <I> the input record of the route
 */
public record Call<I>(Caller caller, RequestId request, Optional<KeyedRequest> keyed, I input) {
  public Realm realm() {
    return caller.realm();
  }
}
