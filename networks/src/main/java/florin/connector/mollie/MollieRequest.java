package florin.connector.mollie;

import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One request to Mollie's API.
 *
 * @param method of HTTP
 * @param target the path and query: `/v2/payments`
 * @param body its JSON; empty for none
 * @param idempotencyKey the key under which it is carried out once; empty for a request that only
 *     reads or may be done twice
 */
record MollieRequest(
    String method, String target, Map<String, Object> body, Optional<String> idempotencyKey) {
  MollieRequest {
    body = Map.copyOf(body);
  }

  static MollieRequest get(String target) {
    return new MollieRequest("GET", target, Map.of(), Optional.empty());
  }

  static MollieRequest delete(String target) {
    return new MollieRequest("DELETE", target, Map.of(), Optional.empty());
  }

  static MollieRequest post(String target, Map<String, Object> body, String key) {
    return new MollieRequest("POST", target, body, Optional.of(key));
  }

  /** Returns whether it creates a page, which moves no money before a payer has its URL. */
  boolean isOfNewPage() {
    return method.equals("POST") && target.equals(MollieRequests.PAYMENTS);
  }

  boolean isOfRefund() {
    return method.equals("POST") && target.endsWith("/refunds");
  }

  RemoteRequest http(String key) {
    var headers = new HashMap<String, String>();
    headers.put("Authorization", "Bearer " + key);
    idempotencyKey.ifPresent(it -> headers.put("Idempotency-Key", it));
    return new RemoteRequest(
        method,
        target,
        headers,
        body.isEmpty()
            ? Optional.empty()
            : Optional.of(new RemoteContent("application/json", RemoteObject.write(body))));
  }

  /** Returns the method and path only, because the rest may hold a payer's data. */
  @Override
  public String toString() {
    return method + " " + target.split("\\?", 2)[0];
  }
}
