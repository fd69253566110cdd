package florin.account;

import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import florin.event.Event;
import java.util.Optional;

/** The request that asks for something, and the idempotency key it carries. */
public record Origin(RequestId request, Optional<IdempotencyKey> key) {
  /** As the events of what it does name it. */
  public Event.Cause cause() {
    return new Event.Cause(request, key.map(IdempotencyKey::text));
  }
}
