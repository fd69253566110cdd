package florin.team;

import florin.core.Id.SessionId;
import florin.core.Mode;
import florin.core.Realm;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A signed-in user, in one account and one mode.
 *
 * @param account the account's name
 * @param reportZone the time zone of the account's reports and day filters
 * @param from where it was begun
 * @param preferences the user's
 * @param confirmed when the password was last given
 * @param flash the message of the next page
 * @param once a secret for the next page, encrypted
 * @param factorDue the time from which the session may only set up a second factor. It is set if
 *     the account requires one, and the user has none and did not sign in with a passkey; otherwise
 *     empty
 */
public record Session(
    SessionId id,
    Member member,
    String account,
    ZoneId reportZone,
    Mode mode,
    Preferences preferences,
    From from,
    Instant created,
    Instant seen,
    Instant confirmed,
    Optional<String> flash,
    Optional<String> once,
    Optional<Instant> factorDue) {

  /** The origin of a request: a network address, and the browser's user agent. */
  public record From(String address, String userAgent) {
    static final int MAX_USER_AGENT = 256;

    public From {
      userAgent =
          userAgent.length() > MAX_USER_AGENT ? userAgent.substring(0, MAX_USER_AGENT) : userAgent;
    }
  }

  public Realm realm() {
    return Realm.of(member.account(), mode);
  }

  public User user() {
    return member.user();
  }

  public Role role() {
    return member.role();
  }
}
