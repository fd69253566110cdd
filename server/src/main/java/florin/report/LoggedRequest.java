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
 * A request of the interface that was answered, without query and bodies.
 *
 * @param route the template, for example `/v2/payments/{id}`
 * @param path the same with its ids
 * @param error what was answered, where that was an error
 * @param address of the socket's other end
 * @param fields which came, as JSON, and of those on a list what they said; empty where that is not
 *     kept
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
   * An error that was answered.
   *
   * @param param the field that it was about, by a name of ours
   * @param message empty where it holds a name that is not ours
   */
  public record LoggedError(String code, Optional<String> param, Optional<String> message) {
    /** Of which no more is known than its code. */
    public static LoggedError of(String code) {
      return new LoggedError(code, Optional.empty(), Optional.empty());
    }
  }

  /**
   * By what a request is found, beside what it was.
   *
   * @param object the id of what its path names, or else of what it has made
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

  /** The ids of what it touched. */
  public Stream<String> objects() {
    return Stream.of(traits.object(), traits.named()).flatMap(Optional::stream).distinct();
  }
}
