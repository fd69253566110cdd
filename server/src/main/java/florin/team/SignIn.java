package florin.team;

import florin.db.Db;
import florin.team.SecondFactors.Proof;
import florin.team.Session.From;
import florin.team.UserStore.MemberPassword;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The story of a sign-in. Whoever asks learns nothing of who is a user here: an unknown e-mail
 * address costs the same queries and the same hash, is locked after as many attempts, and gets the
 * same answer.
 */
public final class SignIn {
  /** So long somebody who gave the right password has for the second factor. */
  public static final Duration STEP_VALID = Duration.ofMinutes(5);

  private final UserStore users;
  private final SignInStepStore steps;
  private final Passwords passwords;
  private final SecondFactors factors;
  private final Lockout lockout;
  private final Sessions sessions;
  private final InstantSource clock;
  private final SecureRandom random;

  SignIn(
      Db db,
      Passwords passwords,
      SecondFactors factors,
      Sessions sessions,
      InstantSource clock,
      SecureRandom random) {
    this.users = new UserStore(db);
    this.steps = new SignInStepStore(db);
    this.passwords = passwords;
    this.factors = factors;
    this.lockout = new Lockout(db, clock);
    this.sessions = sessions;
    this.clock = clock;
    this.random = random;
  }

  /** What comes of an attempt. */
  public sealed interface SignInResult {
    /**
     * @param token for the cookie
     * @param failures attempts with this e-mail that had failed since the last success
     * @param withRecoveryCode one that is used up now
     */
    record Welcome(Token token, Member member, int failures, boolean withRecoveryCode)
        implements SignInResult {}

    /**
     * The password is right, and the second factor is to come. Nobody is signed in yet.
     *
     * @param step for a cookie, until then
     */
    record SecondFactorNeeded(Token step) implements SignInResult {}

    /** The e-mail, the password or the code is wrong. */
    record Wrong() implements SignInResult {}

    /** The second factor did not come in time: it begins again with the password. */
    record Late() implements SignInResult {}

    /** Too many attempts have failed. */
    record Locked(Duration retryAfter) implements SignInResult {}

    /** Too many attempts are being looked at. */
    record Busy() implements SignInResult {}
  }

  public SignInResult attempt(String email, String password, From from) {
    Optional<Duration> locked = lockout.begin(email, from.address());
    if (locked.isPresent()) {
      return new SignInResult.Locked(locked.get());
    }
    Optional<MemberPassword> found = users.findCredentials(email);
    Optional<Boolean> right = passwords.check(password, found.map(MemberPassword::password));
    if (right.isEmpty()) {
      return new SignInResult.Busy();
    }
    if (found.isEmpty() || !right.get()) {
      return new SignInResult.Wrong();
    }
    Member member = found.get().member();
    // With a second factor the count goes on: else its codes could be tried without end.
    return factors.isOn(member.user())
        ? new SignInResult.SecondFactorNeeded(beginStep(member.user()))
        : welcome(member, from, false);
  }

  /** The second factor: a code of the app, or a recovery code. */
  public SignInResult attemptCode(Token step, String code, From from) {
    Optional<Member> waiting = steps.find(step.hash(), clock.instant());
    if (waiting.isEmpty()) {
      return new SignInResult.Late();
    }
    Member member = waiting.get();
    Optional<Duration> locked = lockout.begin(member.user().email(), from.address());
    if (locked.isPresent()) {
      return new SignInResult.Locked(locked.get());
    }
    Optional<Proof> proof = factors.check(member.user(), code);
    if (proof.isEmpty()) {
      return new SignInResult.Wrong();
    }
    return steps.delete(step.hash())
        ? welcome(member, from, proof.get() == Proof.RECOVERY_CODE)
        : new SignInResult.Late();
  }

  private Token beginStep(User user) {
    Token step = Token.make(random);
    Instant now = clock.instant();
    steps.insert(step.hash(), user.id(), now, now.plus(STEP_VALID));
    return step;
  }

  private SignInResult welcome(Member member, From from, boolean withRecoveryCode) {
    int failures = lockout.succeeded(member.user().email(), from.address());
    Token token = sessions.begin(member, from);
    return new SignInResult.Welcome(token, member, failures, withRecoveryCode);
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
