package florin.team;

import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The secret addresses of calendars, one for each member and mode. A calendar application has no
 * session, so the secret is all that it needs. Removing the member or revoking the address ends it.
 */
public final class CalendarFeeds {
  private final CalendarFeedStore store;
  private final InstantSource clock;
  private final SecureRandom random;

  CalendarFeeds(Db db, InstantSource clock, SecureRandom random) {
    this.store = new CalendarFeedStore(db);
    this.clock = clock;
    this.random = random;
  }

  /** Creates the address of a member. It replaces an earlier one. */
  public Token create(Session session) {
    Token token = Token.make(random);
    store.save(session.realm(), session.user().id(), token.hash(), clock.instant());
    return token;
  }

  public void revoke(Session session) {
    store.delete(session.realm(), session.user().id());
  }

  public boolean has(Session session) {
    return store.has(session.realm(), session.user().id());
  }

  /** Returns the account and mode of an address; empty if it is unknown or revoked. */
  public Optional<Realm> find(String token) {
    return Token.parse(token).flatMap(secret -> store.find(secret.hash()));
  }

  static Realm realm(long account, boolean isLive) {
    return Realm.of(account, isLive ? Mode.LIVE : Mode.TEST);
  }
}
