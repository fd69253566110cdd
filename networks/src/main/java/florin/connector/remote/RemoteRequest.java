package florin.connector.remote;

import java.util.Map;
import java.util.Optional;

/**
 * One request to a provider's API.
 *
 * @param method of HTTP
 * @param target its path and query
 */
public record RemoteRequest(
    String method, String target, Map<String, String> headers, Optional<RemoteContent> content) {
  /**
   * A request's body.
   *
   * @param type its media type
   */
  public record RemoteContent(String type, String text) {}

  public RemoteRequest {
    headers = Map.copyOf(headers);
  }

  /** Returns the method and path only, because the rest may hold a payer's data. */
  @Override
  public String toString() {
    return method + " " + target.split("\\?", 2)[0];
  }
}
