package florin.event;

import florin.event.EventLog.StoredEvent;
import florin.http.Answer;
import java.nio.charset.StandardCharsets;

/** Events as the API shows them: the bytes that were stored. */
public final class EventView {
  private EventView() {}

  public static Answer answer(StoredEvent event) {
    return json(event.body());
  }

  static Answer json(String ascii) {
    return Answer.json(200, ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
