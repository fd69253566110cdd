package florin.account;

import florin.core.Id.RequestId;
import florin.event.Event;
import florin.http.Call;
import java.util.Optional;

/** The request that asks for something, and what it says for being asked only once. */
public record Origin(RequestId request, Optional<Call.Keyed> keyed) {
  public static Origin of(Call<?> call) {
    return new Origin(call.request(), call.keyed());
  }

  /** As the events of what it does name it. */
  public Event.Cause cause() {
    return new Event.Cause(request, keyed.map(keyed -> keyed.key().text()));
  }
}
