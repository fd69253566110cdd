package florin.idempotency;

import florin.core.Id.RequestId;
import florin.core.KeyedRequest;
import florin.event.Event;
import java.util.Optional;

/** The request that asks for something, and what it says for being carried out only once. */
public record Origin(RequestId request, Optional<KeyedRequest> keyed) {
  /** As the events of what it does name it. */
  public Event.Cause cause() {
    return new Event.Cause(request, keyed.map(k -> k.key().text()));
  }
}
