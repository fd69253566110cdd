package standin.stripe;

import java.net.URI;
import java.util.List;

/** One event for one endpoint. Two are the same event when they have the same id. */
record Notice(String id, String type, String url, List<String> secrets, String body) {
  Notice to(URI address) {
    return new Notice(id, type, address.toString(), secrets, body);
  }
}
