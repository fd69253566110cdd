package florin.connector.mollie;

import florin.connector.remote.RemoteObject;
import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import florin.core.Sha256;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

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

  /**
   * Returns a request that is carried out once.
   *
   * @param operation Florin's name of the operation, from which the key follows
   */
  static MollieRequest post(String target, Map<String, Object> body, String operation) {
    return new MollieRequest("POST", target, body, Optional.of(key(operation).toString()));
  }

  /** Returns a hash in the form of a UUID of version 4, which Mollie asks for (RFC 9562, 5.4). */
  private static UUID key(String operation) {
    var hash = ByteBuffer.wrap(Sha256.of(operation));
    return new UUID(
        hash.getLong() & 0xffff_ffff_ffff_0fffL | 0x4000L,
        hash.getLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L);
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
