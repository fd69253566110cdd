package florin.event;

import florin.core.Id.EventId;
import florin.core.Id.RequestId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An event of an object, before it is written.
 *
 * @param object the object right after the change, in JSON, ASCII only
 * @param objectId the bare id of the object
 * @param sequence the number of this event among the object's events; a later event has a higher
 *     one
 * @param cause the request that caused it; empty if Florin itself did
 */
public record Event(
    Realm realm,
    EventId id,
    EventType type,
    UUID objectId,
    int sequence,
    String object,
    Optional<Cause> cause,
    Instant created) {

  /** The request behind an event, with its idempotency key. */
  public record Cause(RequestId request, Optional<String> idempotencyKey) {}
}
