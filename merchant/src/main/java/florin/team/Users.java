package florin.team;

import florin.core.Id.UserId;
import florin.core.IdSource;
import florin.db.Db;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** The users who may sign in, and the setup of the first one. */
public final class Users {
  public static final Duration LINK_VALID = Duration.ofHours(24);

  /** The first account of every installation. */
  private static final long FIRST_ACCOUNT = 1;

  private final UserStore store;
  private final Passwords passwords;
  private final IdSource ids;
  private final InstantSource clock;
  private final SecureRandom random;

  public Users(Db db, Passwords passwords, IdSource ids, InstantSource clock, SecureRandom random) {
    this.store = new UserStore(db);
    this.passwords = passwords;
    this.ids = ids;
    this.clock = clock;
    this.random = random;
  }

  /** The data that a new user enters. */
  public record NewUser(String email, String name, String password) {}

  /** The result of creating a user. */
  public sealed interface SetupResult {
    record Done(Member member) implements SetupResult {}

    record EmailTaken() implements SetupResult {}

    /** The link was used, has expired, or was replaced. */
    record LinkGone() implements SetupResult {}

    /** Too many passwords are being hashed. */
    record Busy() implements SetupResult {}
  }

  /**
   * Creates a link for the first owner, which invalidates earlier ones; empty once there is an
   * owner.
   */
  public Optional<Token> newSetupLink() {
    Token token = Token.make(random);
    return store.saveLink(token.hash(), clock.instant().plus(LINK_VALID))
        ? Optional.of(token)
        : Optional.empty();
  }

  public boolean isSetupLink(Token token) {
    return store.hasLink(token.hash(), clock.instant());
  }

  /**
   * Creates the owner of the first account, once: this uses up the link.
   *
   * @param audit the entry, which is written in the same commit
   */
  public SetupResult setUp(Token link, NewUser user, Function<Member, AuditLine> audit) {
    if (!isSetupLink(link)) {
      return new SetupResult.LinkGone();
    }
    Optional<String> password = passwords.hash(user.password());
    if (password.isEmpty()) {
      return new SetupResult.Busy();
    }
    Member owner = member(user, FIRST_ACCOUNT, Role.OWNER);
    return store.setUp(link.hash(), owner, password.get(), audit.apply(owner));
  }

  /**
   * Changes the password and ends every other session; the caller has checked the old one.
   *
   * @return false if too many passwords are being hashed
   */
  public boolean changePassword(Session session, String password) {
    Optional<String> hash = passwords.hash(password);
    hash.ifPresent(text -> store.setPassword(session.user().id(), text));
    return hash.isPresent();
  }

  /** Sets the preferences, in all sessions from the next page on. */
  public void prefer(User user, Preferences preferences) {
    store.setPreferences(user.id(), preferences);
  }

  private Member member(NewUser user, long account, Role role) {
    Instant now = clock.instant();
    var id = new UserId(ids.next());
    return new Member(new User(id, user.email(), user.name(), now), account, role);
  }
}
