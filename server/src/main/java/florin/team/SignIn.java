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

  /** By what somebody has shown to be who he or she is, in the end. */
  public enum By {
    PASSWORD,
    CODE,
    /** One that is used up now. */
    RECOVERY_CODE,
    PASSKEY
  }

  /** What comes of an attempt. */
  public sealed interface SignInResult {
    /**
     * @param token for the cookie
     * @param failures attempts with this e-mail that had failed since the last success
     */
    record Welcome(Token token, Member member, int failures, By by) implements SignInResult {}

    /**
     * The password is right, and the second factor is to come. Nobody is signed in yet.
     *
     * @param step for a cookie, until then
     */
    record SecondFactorNeeded(Token step) implements SignInResult {}

    /** The e-mail, the password, the code or the passkey is wrong. */
    record Wrong() implements SignInResult {}

    /** The second factor or the passkey did not come in time: it begins again. */
    record Late() implements SignInResult {}

    /** Too many attempts have failed. */
    record Locked(Duration retryAfter) implements SignInResult {}

    /** Too many attempts are being looked at. */
    record Busy() implements SignInResult {}
  }

  /**
   * Email and password.
   *
   * @param device the cookie of an earlier sign-in, as it came
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
    // With a second factor the count goes on: else its codes could be tried without end.
    return factors.isOn(member.user())
        ? new SignInResult.SecondFactorNeeded(beginStep(member.user()))
        : welcome(member, from, By.PASSWORD, lockout.succeeded(guess));
  }

  /**
   * The second factor: a code of the app, or a recovery code.
   *
   * @param device the cookie of an earlier sign-in, as it came
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
   * A passkey, which stands for password and second factor. No lock holds for it: it cannot be
   * guessed, so attempts are not counted.
   *
   * @param browser what the form was made for
   * @param answer of the device, as JSON
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

  /** What comes of giving the password again. */
  public enum Confirmation {
    CONFIRMED,
    WRONG,
    LOCKED,
    BUSY
  }

  /** For what is sensitive: the password again, which then counts for a few minutes. */
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

  /** The same by a passkey of this user, which takes the place of the password. */
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
