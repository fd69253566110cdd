package florin.team;

import florin.core.Id.RequestId;
import florin.core.Id.UserId;
import florin.core.Mode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * An action, or an attempt, of a user.
 *
 * @param number counts an account's entries from 1, without gaps
 * @param actor the user's e-mail address at that time
 * @param action for example `payment.refund`
 * @param object the id of the affected object; empty if there is none
 * @param detail more information as text; may be empty
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
    at = at.truncatedTo(ChronoUnit.MICROS); // the precision of PostgreSQL
  }

  /**
   * The outcome: about to begin, done, rejected because of permissions or input or by the network,
   * or failed by Florin's fault. An entry that is only requested is followed by another one of the
   * same request, unless the process ended before.
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
