package florin.http;

import florin.core.Caller;
import florin.core.Id.RequestId;
import florin.core.KeyedRequest;
import florin.core.Realm;
import java.util.Optional;

/**
 * An authenticated request with its decoded input.
 *
 * @param keyed present if the request has an idempotency key
 * @param <I> the input record of the route
 */
public record Call<I>(Caller caller, RequestId request, Optional<KeyedRequest> keyed, I input) {
  public Realm realm() {
    return caller.realm();
  }
}
