package florin.connector.remote;

import java.util.Map;
import java.util.Optional;

/**
 * The properties of one provider's API.
 *
 * @param <E> the provider's error
 */
public interface RemoteApi<E> {
  /** Returns the provider's name, for the log and the user agent. */
  String provider();

  /** Returns the headers of each request, except for the API key and the idempotency key. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** Returns whether a request creates a page, which moves no money before a payer has its URL. */
  boolean isOfNewPage(RemoteRequest request);

  /** Returns whether a successful response may be empty. */
  default boolean mayBeEmpty() {
    return false;
  }

  /** Reads the error in a response. */
  Optional<E> error(RemoteObject body);

  /** Returns text about a response for the log, without values. */
  default String detail(int status, Optional<E> error) {
    return "status " + status + error.map(it -> ": " + it).orElse("");
  }

  /** Returns whether a response with this status and error proves that nothing was done. */
  boolean isRejection(RemoteRequest request, int status, E error);

  /** Returns whether a response of status 409 means that the same request is still processed. */
  boolean isInUse(RemoteRequest request, Optional<E> error);

  /** Returns whether an object belongs to the other mode than that of the API key. */
  boolean isOfOtherMode(RemoteObject object, boolean live);
}
