package emulator.provider;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;

/** A notification for one address. */
public interface Webhook {
  /** Returns the id of the event or the object that it is about. */
  String id();

  /** Returns the type of the event, or the cause. */
  String type();

  /** Returns the request of an attempt to deliver it. */
  HttpRequest.Builder request(Instant now);

  /** Returns the same notification for another address. */
  Webhook to(URI address);
}
