package florin.team;

import florin.db.Db;
import florin.team.Session.From;
import florin.team.UserStore.Credentials;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The story of a sign-in. Whoever asks learns nothing of who is a user here: an unknown e-mail
 * address costs the same queries and the same hash, is locked after as many attempts, and gets the
 * same answer.
 */
public final class SignIn {
  private final UserStore users;
  private final Passwords passwords;
  private final Lockout lockout;
  private final Sessions sessions;

  public SignIn(Db db, Passwords passwords, Sessions sessions, InstantSource clock) {
    this.users = new UserStore(db);
    this.passwords = passwords;
    this.lockout = new Lockout(db, clock);
    this.sessions = sessions;
  }

  /** What comes of an attempt. */
  public sealed interface Result {
    /**
     * @param token for the cookie
     * @param failures attempts with this e-mail that had failed since the last success
     */
    record Welcome(Token token, Member member, int failures) implements Result {}

    /** The e-mail or the password is wrong. */
    record Wrong() implements Result {}

    /** Too many attempts have failed. */
    record Locked(Duration retryAfter) implements Result {}

    /** Too many attempts are being looked at. */
    record Busy() implements Result {}
  }

  public Result attempt(String email, String password, From from) {
    Optional<Duration> locked = lockout.begin(email, from.address());
    if (locked.isPresent()) {
      return new Result.Locked(locked.get());
    }
    Optional<Credentials> found = users.findCredentials(email);
    Optional<Boolean> right = passwords.check(password, found.map(Credentials::password));
    if (right.isEmpty()) {
      return new Result.Busy();
    }
    if (found.isEmpty() || !right.get()) {
      return new Result.Wrong();
    }
    Member member = found.get().member();
    int failures = lockout.succeeded(email, from.address());
    return new Result.Welcome(sessions.begin(member, from), member, failures);
  }

  /** What comes of giving the password again. */
  public enum Confirmation {
    CONFIRMED,
    WRONG,
    LOCKED,
    BUSY
  }

  /** For what is sensitive: the password again, which then counts for a few minutes. */
  public Confirmation confirm(Session session, String password) {
    String email = session.user().email();
    String address = session.from().address();
    if (lockout.begin(email, address).isPresent()) {
      return Confirmation.LOCKED;
    }
    Optional<Boolean> right = passwords.check(password, users.findPassword(session.user().id()));
    if (right.isEmpty()) {
      return Confirmation.BUSY;
    }
    if (!right.get()) {
      return Confirmation.WRONG;
    }
    lockout.succeeded(email, address);
    sessions.confirm(session);
    return Confirmation.CONFIRMED;
  }
}
