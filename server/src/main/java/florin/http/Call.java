package florin.http;

import florin.core.Caller;
import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import java.util.Optional;

/**
 * A request that has passed the door: who asks, and what for, decoded.
 *
 * @param keyed present when the request carries an idempotency key
 * @param <I> the input record of the route
 */
public record Call<I>(Caller caller, RequestId request, Optional<Keyed> keyed, I input) {

  /**
   * @param requestText method, path and body in a form that is the same for the same request and no
   *     other. It may hold a card number: it goes into an HMAC and nowhere else
   */
  public record Keyed(IdempotencyKey key, String requestText) {
    @Override
    public String toString() {
      return "Keyed[…]";
    }
  }
}
