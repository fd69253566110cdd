package florin.team;

import florin.core.Id.SessionId;
import florin.core.Mode;
import florin.core.Realm;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who is signed in, in one account and one mode.
 *
 * @param account the account's name
 * @param from where it was begun
 * @param preferences of the user
 * @param confirmed when the password was given last
 * @param flash what the next page says
 * @param once a secret that the next page shows, sealed
 * @param factorDue from when only setting up a second factor is open: the account requires one, and
 *     the user has none and did not sign in with a passkey; empty for everyone else
 */
public record Session(
    SessionId id,
    Member member,
    String account,
    Mode mode,
    Preferences preferences,
    From from,
    Instant created,
    Instant seen,
    Instant confirmed,
    Optional<String> flash,
    Optional<String> once,
    Optional<Instant> factorDue) {

  /** Where a request comes from: a network address, and what the browser says it is. */
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
