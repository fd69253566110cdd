package florin.report;

import florin.core.Id.KeyId;
import florin.db.IdTime;
import java.util.Optional;

/**
 * Which requests a list shall hold: all that is given must be so.
 *
 * @param route the template as {@link LoggedRequest#route} has it
 */
public record RequestFilter(
    Optional<StatusClass> status,
    Optional<String> route,
    Optional<KeyId> key,
    IdTime.Span received) {

  /** Of any time, route and key. */
  public static RequestFilter by(Optional<StatusClass> status) {
    return new RequestFilter(status, Optional.empty(), Optional.empty(), IdTime.Span.ALWAYS);
  }

  /** By the first digit of the status (RFC 9110, section 15). */
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
  }
}
