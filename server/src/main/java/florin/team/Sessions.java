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

/** Who is signed in, until when, and what their next page has to say. */
public final class Sessions {
  public static final Duration IDLE = Duration.ofMinutes(15);
  public static final Duration ABSOLUTE = Duration.ofHours(12);

  /** For so long a password that was given counts as given again. */
  public static final Duration CONFIRMED = Duration.ofMinutes(5);

  /** A page more often than this is not written down: so much an idle session may end early. */
  private static final Duration TOUCH = Duration.ofSeconds(15);

  /**
   * Users belong to no realm, and a session changes its own by a click in another window: what is
   * sealed for them is sealed for the one that every Florin has.
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
   * Begins a session, in test mode, under a token that nobody has seen before.
   *
   * @return what the cookie is to hold
   */
  public Token begin(Member member, From from) {
    return begin(member, from, false);
  }

  /**
   * @param passkey whether one has shown who it is, and not a password
   */
  Token begin(Member member, From from, boolean passkey) {
    Instant now = clock.instant();
    store.deleteCreatedBefore(now.minus(ABSOLUTE));
    Token token = Token.make(random);
    store.insert(new SessionId(ids.next()), token.hash(), member, passkey, from, now);
    return token;
  }

  /** The session of a cookie, unless it has ended. Does not keep it from ending. */
  public Optional<Session> find(Token token) {
    Instant now = clock.instant();
    return store.find(token.hash(), now.minus(IDLE), now.minus(ABSOLUTE));
  }

  /** Somebody is there. */
  public void touch(Session session) {
    Instant now = clock.instant();
    if (session.seen().plus(TOUCH).isBefore(now)) {
      store.touch(session.id(), now);
    }
  }

  /** All sessions of the user that have not ended, the one used last before the others. */
  public List<Session> list(User user) {
    Instant now = clock.instant();
    return store.list(user.id(), now.minus(IDLE), now.minus(ABSOLUTE));
  }

  /** Ends a session of this user; from the next request on nobody is signed in by it. */
  public boolean revoke(User user, SessionId id) {
    return store.delete(id, user.id());
  }

  /** Ends all sessions of the user but this one. */
  public int revokeOthers(Session kept) {
    return store.deleteOthers(kept.user().id(), kept.id());
  }

  public void switchMode(Session session, Mode mode) {
    store.setMode(session.id(), mode);
  }

  /**
   * Goes on in another account of the user, in test mode.
   *
   * @return false when the user is no member of it
   */
  public boolean switchAccount(Session session, long account) {
    return store.setAccount(session.id(), account);
  }

  /** Whether the password was given a moment ago. */
  public boolean isConfirmed(Session session) {
    return session.confirmed().plus(CONFIRMED).isAfter(clock.instant());
  }

  /** Returns whether nothing but setting up a second factor is open to this session. */
  public boolean owesFactor(Session session) {
    Instant now = clock.instant();
    return session.factorDue().filter(due -> !due.isAfter(now)).isPresent();
  }

  /** A passkey has shown who it is. */
  void provenByPasskey(Session session) {
    store.setPasskey(session.id());
  }

  void confirm(Session session) {
    store.confirm(session.id(), clock.instant());
  }

  /**
   * What the next page says, and a secret that it shows, once.
   *
   * @param once not kept in clear
   */
  public void tell(Session session, Optional<String> flash, Optional<String> once) {
    store.setFlash(
        session.id(), flash, once.map(secret -> seal.seal(OF_USERS, session.id().uuid(), secret)));
  }

  /** The secret that this page shows. One that cannot be opened is lost: the page opens without. */
  public Optional<String> openOnce(Session session) {
    try {
      return session.once().map(sealed -> seal.open(OF_USERS, session.id().uuid(), sealed));
    } catch (VaultException shut) {
      LOG.warn("A secret that was to be shown once is lost, make another: {}", shut.getMessage());
      return Optional.empty();
    }
  }

  /** The page has said it. */
  public void told(Session session) {
    if (session.flash().isPresent() || session.once().isPresent()) {
      store.setFlash(session.id(), Optional.empty(), Optional.empty());
    }
  }
}
