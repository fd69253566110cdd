package florin.dashboard.parts;

import florin.core.Id.RequestId;
import florin.event.EventLog.StoredEvent;
import florin.http.JsonText;
import java.time.Instant;
import java.util.Optional;

/** The parts of an event's body that pages show. */
public final class EventText {
  private EventText() {}

  /** Returns the request that caused the event; empty if Florin caused it. */
  public static Optional<RequestId> request(StoredEvent event) {
    return JsonText.of(event.body()).find("/request/id").flatMap(RequestId.KIND::parse);
  }

  /** Returns the id of the event's object. */
  public static Optional<String> object(StoredEvent event) {
    return JsonText.of(event.body()).find("/data/object/id");
  }

  public static Instant created(StoredEvent event) {
    String seconds = JsonText.of(event.body()).find("/created").orElseThrow();
    return Instant.ofEpochSecond(Long.parseLong(seconds));
  }
}
