package florin.team;

import florin.core.Id.RequestId;
import florin.core.Id.UserId;
import florin.core.Mode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that somebody did, or tried to.
 *
 * @param number counts an account's entries from 1, without a gap
 * @param actor the user's e-mail address as it was then
 * @param action for example `payment.refund`
 * @param object the id of what it was done to; empty where there is none
 * @param detail more about it, in words; empty for nothing
 */
public record AuditEntry(
    long account,
    long number,
    Instant at,
    Optional<UserId> user,
    String actor,
    String action,
    String object,
    String detail,
    AuditOutcome outcome,
    Mode mode,
    String address,
    RequestId request) {
  public AuditEntry {
    at = at.truncatedTo(ChronoUnit.MICROS); // as PostgreSQL keeps it
  }

  /**
   * How it went: about to begin, done, refused to this person or for what was asked, or failed by
   * our fault. An entry that is only requested is followed by another one of the same request,
   * unless the process ended before.
   */
  public enum AuditOutcome {
    REQUESTED,
    DONE,
    REFUSED,
    FAILED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  AuditEntry numbered(long next) {
    return new AuditEntry(
        account, next, at, user, actor, action, object, detail, outcome, mode, address, request);
  }
}
