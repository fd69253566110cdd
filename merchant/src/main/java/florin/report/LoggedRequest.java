package florin.report;

import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A completed API request, without query and bodies.
 *
 * @param route the template, for example `/v2/payments/{id}`
 * @param path the template with the actual ids
 * @param error the error, if the response is one
 * @param address the address of the socket's peer
 * @param fields the fields of the request as JSON, with the values of listed ones; empty if they
 *     are not stored
 */
public record LoggedRequest(
    Realm realm,
    RequestId id,
    Instant received,
    String method,
    String route,
    String path,
    int status,
    Duration duration,
    KeyId key,
    Optional<LoggedError> error,
    String address,
    Traits traits,
    Optional<String> fields) {
  static final int FIRST_ERROR = 400;

  /**
   * An error response.
   *
   * @param param the affected field, if its name is known
   * @param message empty if it contains an unknown name
   */
  public record LoggedError(String code, Optional<String> param, Optional<String> message) {
    /** Returns an error of which only the code is known. */
    public static LoggedError of(String code) {
      return new LoggedError(code, Optional.empty(), Optional.empty());
    }
  }

  /**
   * The searchable attributes of a request.
   *
   * @param object the id of the object that its path names, otherwise of the one it created
   * @param named the payment or the customer that its body names
   * @param idempotencyMark see {@link RequestLog#mark}
   */
  public record Traits(
      Optional<String> object, Optional<String> named, Optional<UUID> idempotencyMark) {
    public static final Traits NONE =
        new Traits(Optional.empty(), Optional.empty(), Optional.empty());
  }

  public boolean isError() {
    return status >= FIRST_ERROR;
  }

  /** Returns the ids of the objects that it concerns. */
  public Stream<String> objects() {
    return Stream.of(traits.object(), traits.named()).flatMap(Optional::stream).distinct();
  }
}
