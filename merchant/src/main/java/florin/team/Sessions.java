package florin.team;

import florin.core.Id.SessionId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.team.Session.From;
import florin.vault.SecretSeal;
import florin.vault.VaultException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of users: their start, their end, and the messages for their next page. */
public final class Sessions {
  public static final Duration IDLE = Duration.ofMinutes(15);
  public static final Duration ABSOLUTE = Duration.ofHours(12);

  /** The time for which a given password counts as confirmed. */
  public static final Duration CONFIRMED = Duration.ofMinutes(5);

  /**
   * The shortest time between two updates of the last use: an idle session may end early by that
   * much.
   */
  private static final Duration TOUCH = Duration.ofSeconds(15);

  /**
   * The realm for encrypting users' data. Users belong to no realm, and a session can change its
   * own at any time, so this is one that every installation has.
   */
  static final Realm OF_USERS = Realm.of(1, Mode.TEST);

  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  private final SessionStore store;
  private final SecretSeal seal;
  private final IdSource ids;
  private final InstantSource clock;
  private final SecureRandom random;

  public Sessions(Db db, SecretSeal seal, IdSource ids, InstantSource clock, SecureRandom random) {
    this.store = new SessionStore(db);
    this.seal = seal;
    this.ids = ids;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Begins a session in test mode, with a new token.
   *
   * @return the value of the cookie
   */
  public Token begin(Member member, From from) {
    return begin(member, from, false);
  }

  /**
   * Begins a session.
   *
   * @param passkey whether a passkey, and not a password, verified the user
   */
  Token begin(Member member, From from, boolean passkey) {
    Instant now = clock.instant();
    store.deleteCreatedBefore(now.minus(ABSOLUTE));
    Token token = Token.make(random);
    store.insert(new SessionId(ids.next()), token.hash(), member, passkey, from, now);
    return token;
  }

  /** Returns the session of a cookie, unless it has ended. This does not extend it. */
  public Optional<Session> find(Token token) {
    Instant now = clock.instant();
    return store.find(token.hash(), now.minus(IDLE), now.minus(ABSOLUTE));
  }

  /**
   * Returns the session of a cookie that ended because of inactivity. It permits nothing: it only
   * says whose form was sent too late.
   */
  public Optional<Session> findIdle(Token token) {
    Instant now = clock.instant();
    return store
        .find(token.hash(), Instant.EPOCH, now.minus(ABSOLUTE))
        .filter(session -> !session.seen().isAfter(now.minus(IDLE)));
  }

  /** Records activity in a session. */
  public void touch(Session session) {
    Instant now = clock.instant();
    if (session.seen().plus(TOUCH).isBefore(now)) {
      store.touch(session.id(), now);
    }
  }

  /** Returns the user's active sessions, the most recently used first. */
  public List<Session> list(User user) {
    Instant now = clock.instant();
    return store.list(user.id(), now.minus(IDLE), now.minus(ABSOLUTE));
  }

  /** Ends a session of this user, which takes effect with the next request. */
  public boolean revoke(User user, SessionId id) {
    return store.delete(id, user.id());
  }

  /** Ends all sessions of the user except this one. */
  public int revokeOthers(Session kept) {
    return store.deleteOthers(kept.user().id(), kept.id());
  }

  public void switchMode(Session session, Mode mode) {
    store.setMode(session.id(), mode);
  }

  /**
   * Switches to another account of the user, in test mode.
   *
   * @return false if the user is no member of it
   */
  public boolean switchAccount(Session session, long account) {
    return store.setAccount(session.id(), account);
  }

  /** Returns whether the password was given recently. */
  public boolean isConfirmed(Session session) {
    return session.confirmed().plus(CONFIRMED).isAfter(clock.instant());
  }

  /** Returns whether this session may only set up a second factor. */
  public boolean owesFactor(Session session) {
    Instant now = clock.instant();
    return session.factorDue().filter(due -> !due.isAfter(now)).isPresent();
  }

  /** Records that a passkey verified the user. */
  void provenByPasskey(Session session) {
    store.setPasskey(session.id());
  }

  void confirm(Session session) {
    store.confirm(session.id(), clock.instant());
  }

  /**
   * Sets the message of the next page, and a secret that it shows once.
   *
   * @param once the secret, which is stored encrypted
   */
  public void tell(Session session, Optional<String> flash, Optional<String> once) {
    store.setFlash(
        session.id(), flash, once.map(secret -> seal.seal(OF_USERS, session.id().uuid(), secret)));
  }

  /**
   * Returns the secret for this page. If it can't be decrypted, it is lost, and the page is shown
   * without it.
   */
  public Optional<String> openOnce(Session session) {
    try {
      return session.once().map(sealed -> seal.open(OF_USERS, session.id().uuid(), sealed));
    } catch (VaultException shut) {
      LOG.warn(
          "A secret could not be shown and is lost. Create another one: {}", shut.getMessage());
      return Optional.empty();
    }
  }

  /** Clears the message after the page has shown it. */
  public void told(Session session) {
    if (session.flash().isPresent() || session.once().isPresent()) {
      store.setFlash(session.id(), Optional.empty(), Optional.empty());
    }
  }
}
