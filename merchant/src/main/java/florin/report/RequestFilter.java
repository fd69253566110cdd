package florin.report;

import florin.core.Id.KeyId;
import florin.db.IdTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The conditions of a list of requests, all of which must hold.
 *
 * @param code the exact status
 * @param method as in HTTP
 * @param route the template as in {@link LoggedRequest#route}
 * @param path with its ids
 * @param object the id of an object that the request concerns
 * @param idempotencyMark see {@link RequestLog#mark}
 */
public record RequestFilter(
    Optional<StatusClass> status,
    Optional<Integer> code,
    Optional<String> method,
    Optional<String> route,
    Optional<String> path,
    Optional<KeyId> key,
    Optional<String> object,
    Optional<UUID> idempotencyMark,
    IdTime.Span received) {
  public static final RequestFilter ALL =
      new RequestFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          IdTime.Span.ALWAYS);

  /** Returns a filter for requests that concern an object. */
  public static RequestFilter ofObject(String id) {
    return new RequestFilter(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(id),
        Optional.empty(),
        IdTime.Span.ALWAYS);
  }

  /** Returns a filter for requests with the same idempotency key. */
  public static RequestFilter ofMark(UUID mark) {
    return new RequestFilter(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(mark),
        IdTime.Span.ALWAYS);
  }

  /** The class of a status, its first digit (RFC 9110, section 15). */
  public enum StatusClass {
    SUCCESS(2),
    CLIENT_ERROR(4),
    SERVER_ERROR(5);

    private final int digit;

    StatusClass(int digit) {
      this.digit = digit;
    }

    public int digit() {
      return digit;
    }

    static Optional<StatusClass> of(int status) {
      return Arrays.stream(values()).filter(one -> one.digit == status / 100).findFirst();
    }
  }
}
