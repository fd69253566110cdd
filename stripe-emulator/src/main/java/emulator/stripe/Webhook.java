package emulator.stripe;

import java.net.URI;
import java.util.List;

/** One event for one endpoint. Deliveries of the same event have the same id. */
record Webhook(String id, String type, String url, List<String> secrets, String body) {
  Webhook to(URI address) {
    return new Webhook(id, type, address.toString(), secrets, body);
  }
}
