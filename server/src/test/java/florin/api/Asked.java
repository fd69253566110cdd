package florin.api;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** Sends one request. */
final class Asked {
  private Asked() {}

  /**
   * Sends a request and returns the response.
   *
   * @param key the idempotency key; empty for none
   * @param body sent if the method has a body
   */
  static Reply of(TestApp florin, String method, String target, String key, String body) {
    boolean has = method.equals("POST") || method.equals("PATCH");
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + florin.app().port() + target))
            .method(method, has ? BodyPublishers.ofString(body) : BodyPublishers.noBody());
    if (has) {
      request.header("Content-Type", "application/json");
    }
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    return florin.client().send(request.build());
  }

  /**
   * Returns the template of the object of an action, for example `/v2/payments/{id}` for its
   * capture.
   */
  static String object(String template) {
    return template.replaceFirst("\\{id}.*", "{id}");
  }
}
