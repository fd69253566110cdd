package florin.team;

import florin.db.Db;
import florin.team.Ceremonies.Assertion;
import florin.team.Lockout.Guess;
import florin.team.Passkeys.PasskeyCheck;
import florin.team.SecondFactors.Proof;
import florin.team.Session.From;
import florin.team.UserStore.MemberPassword;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The steps of a sign-in. It does not reveal whether an e-mail address belongs to a user. An
 * unknown one costs the same queries and the same hash. It is locked after the same number of
 * attempts, and gets the same response.
 */
public final class SignIn {
  /** The time for the second factor after a correct password. */
  public static final Duration STEP_VALID = Duration.ofMinutes(5);

  private final UserStore users;
  private final SignInStepStore steps;
  private final Passwords passwords;
  private final SecondFactors factors;
  private final Passkeys passkeys;
  private final DeviceCookies devices;
  private final Lockout lockout;
  private final Sessions sessions;
  private final InstantSource clock;
  private final SecureRandom random;

  SignIn(
      Db db,
      Passwords passwords,
      SecondFactors factors,
      Passkeys passkeys,
      DeviceCookies devices,
      Sessions sessions,
      InstantSource clock,
      SecureRandom random) {
    this.users = new UserStore(db);
    this.steps = new SignInStepStore(db);
    this.passwords = passwords;
    this.factors = factors;
    this.passkeys = passkeys;
    this.devices = devices;
    this.lockout = new Lockout(db, clock);
    this.sessions = sessions;
    this.clock = clock;
    this.random = random;
  }

  /** The credential that completed a sign-in. */
  public enum By {
    PASSWORD,
    CODE,
    /** A recovery code, which is now used up. */
    RECOVERY_CODE,
    PASSKEY
  }

  /** The result of an attempt to sign in. */
  public sealed interface SignInResult {
    /**
     * The user is signed in.
     *
     * @param token the value of the session cookie
     * @param failures failed attempts with this e-mail since the last success
     */
    record Welcome(Token token, Member member, int failures, By by) implements SignInResult {}

    /**
     * The password is right, and the second factor must follow. The user is not signed in yet.
     *
     * @param step the value of a cookie that is valid until the second factor
     */
    record SecondFactorNeeded(Token step) implements SignInResult {}

    /** The e-mail, the password, the code or the passkey is wrong. */
    record Wrong() implements SignInResult {}

    /** The second factor or the passkey came too late: the sign-in starts again. */
    record Late() implements SignInResult {}

    /** Too many attempts with this email failed. The user can try again after a while. */
    record Locked(Duration retryAfter) implements SignInResult {}

    /** Too many attempts are being checked. This attempt was not checked. */
    record Busy() implements SignInResult {}
  }

  /**
   * Checks email and password.
   *
   * @param device the cookie of an earlier sign-in, as received
   */
  public SignInResult attempt(String email, String password, From from, Optional<String> device) {
    Guess guess = guess(email, from, device);
    Optional<Duration> locked = lockout.begin(guess);
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
    // With a second factor the count continues, otherwise its codes could be guessed without limit.
    return factors.isOn(member.user())
        ? new SignInResult.SecondFactorNeeded(beginStep(member.user()))
        : welcome(member, from, By.PASSWORD, lockout.succeeded(guess));
  }

  /**
   * Checks the second factor: a code of the app, or a recovery code.
   *
   * @param device the cookie of an earlier sign-in, as received
   */
  public SignInResult attemptCode(Token step, String code, From from, Optional<String> device) {
    Optional<Member> waiting = steps.find(step.hash(), clock.instant());
    if (waiting.isEmpty()) {
      return new SignInResult.Late();
    }
    Member member = waiting.get();
    Guess guess = guess(member.user().email(), from, device);
    Optional<Duration> locked = lockout.begin(guess);
    if (locked.isPresent()) {
      return new SignInResult.Locked(locked.get());
    }
    Optional<Proof> proof = factors.check(member.user(), code);
    if (proof.isEmpty()) {
      return new SignInResult.Wrong();
    }
    if (!steps.delete(step.hash())) {
      return new SignInResult.Late();
    }
    By by = proof.get() == Proof.RECOVERY_CODE ? By.RECOVERY_CODE : By.CODE;
    return welcome(member, from, by, lockout.succeeded(guess));
  }

  private Guess guess(String email, From from, Optional<String> device) {
    return device
        .flatMap(cookie -> devices.findNonce(cookie, email))
        .map(nonce -> Guess.ofDevice(email, nonce))
        .orElseGet(() -> Guess.of(email, from.address()));
  }

  /**
   * Checks a passkey, which replaces password and second factor. Locks don't apply: it can't be
   * guessed, so attempts are not counted.
   *
   * @param browser the token of the form
   * @param answer the device's response, as JSON
   */
  public SignInResult attemptPasskey(Token browser, PasskeySite site, String answer, From from) {
    Optional<Assertion> sent = Assertion.parse(answer);
    return switch (passkeys.check(sent, browser, site)) {
      case PasskeyCheck.Right(Member member) ->
          welcome(member, from, By.PASSKEY, lockout.signedIn(member.user().email()));
      case PasskeyCheck.Late _ -> new SignInResult.Late();
      case PasskeyCheck.Wrong _ -> new SignInResult.Wrong();
    };
  }

  private Token beginStep(User user) {
    Token step = Token.make(random);
    Instant now = clock.instant();
    steps.insert(step.hash(), user.id(), now, now.plus(STEP_VALID));
    return step;
  }

  private SignInResult welcome(Member member, From from, By by, int failures) {
    Token token = sessions.begin(member, from, by == By.PASSKEY);
    return new SignInResult.Welcome(token, member, failures, by);
  }

  /** The result of giving the password again. */
  public enum Confirmation {
    CONFIRMED,
    WRONG,
    LOCKED,
    BUSY
  }

  /**
   * Confirms a session with the password, which then counts for a few minutes, for sensitive
   * actions.
   */
  public Confirmation confirm(Session session, String password) {
    Guess guess = Guess.ofSession(session.id());
    if (lockout.begin(guess).isPresent()) {
      return Confirmation.LOCKED;
    }
    Optional<Boolean> right = passwords.check(password, users.findPassword(session.user().id()));
    if (right.isEmpty()) {
      return Confirmation.BUSY;
    }
    if (!right.get()) {
      return Confirmation.WRONG;
    }
    lockout.succeeded(guess);
    sessions.confirm(session);
    return Confirmation.CONFIRMED;
  }

  /** Confirms a session with a passkey of this user instead of the password. */
  public Confirmation confirm(Session session, PasskeySite site, String answer) {
    PasskeyCheck check = passkeys.check(Assertion.parse(answer), session, site);
    if (!(check instanceof PasskeyCheck.Right)) {
      return Confirmation.WRONG;
    }
    sessions.confirm(session);
    sessions.provenByPasskey(session);
    return Confirmation.CONFIRMED;
  }
}
