package florin.event;

import florin.core.Id.EventId;
import florin.core.Id.RequestId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Something that happened to an object, not yet written.
 *
 * @param object the object as it was right after, in JSON, ASCII only
 * @param objectId the bare id of the object
 * @param sequence the object's own count of its events: the later has the larger
 * @param cause the request that made it happen; empty when Florin itself did
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

  /** The request behind an event, with the idempotency key it carried. */
  public record Cause(RequestId request, Optional<String> idempotencyKey) {}
}
