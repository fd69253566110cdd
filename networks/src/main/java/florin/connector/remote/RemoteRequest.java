package florin.connector.remote;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One request to a provider's API.
 *
 * @param method of HTTP
 * @param target its path and query
 * @param idempotencyKey the key under which it is carried out once; empty for a request that only
 *     reads or may be done twice
 */
public record RemoteRequest(
    String method,
    String target,
    Optional<RemoteContent> content,
    Optional<String> idempotencyKey) {
  /**
   * A request's body.
   *
   * @param type its media type
   * @param charset of the text; ISO 8859-1 for the bytes of a file
   */
  public record RemoteContent(String type, String text, Charset charset) {
    public RemoteContent(String type, String text) {
      this(type, text, StandardCharsets.UTF_8);
    }
  }

  public static RemoteRequest get(String target) {
    return new RemoteRequest("GET", target, Optional.empty(), Optional.empty());
  }

  public static RemoteRequest delete(String target) {
    return new RemoteRequest("DELETE", target, Optional.empty(), Optional.empty());
  }

  public boolean isPost() {
    return method.equals("POST");
  }

  /** Returns whether it may be sent again if its arrival is unknown. */
  boolean isRepeatable() {
    return method.equals("GET") || idempotencyKey.isPresent();
  }

  /** Returns the method and path only, because the rest may hold a payer's data. */
  @Override
  public String toString() {
    return method + " " + target.split("\\?", 2)[0];
  }
}
