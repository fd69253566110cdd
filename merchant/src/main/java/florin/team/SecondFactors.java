package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import florin.team.SecondFactorStore.FactorSecret;
import florin.vault.SecretSeal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The second factor of a user: an authenticator app ({@link Totp}), and recovery codes in case it
 * is lost. It becomes active with the first correct code, which proves that the app has the secret.
 */
public final class SecondFactors {
  private final SecondFactorStore store;
  private final SecretSeal seal;
  private final InstantSource clock;
  private final SecureRandom random;

  SecondFactors(Db db, SecretSeal seal, InstantSource clock, SecureRandom random) {
    this.store = new SecondFactorStore(db);
    this.seal = seal;
    this.clock = clock;
    this.random = random;
  }

  /** The code that verified a user. */
  public enum Proof {
    CODE,
    RECOVERY_CODE
  }

  public boolean isOn(User user) {
    return store.find(user.id()).filter(FactorSecret::confirmed).isPresent();
  }

  /** Returns the number of remaining recovery codes. */
  public int countRecoveryCodes(User user) {
    return store.countCodes(user.id());
  }

  /** Creates an inactive secret; does nothing if an active one exists. */
  public void begin(User user) {
    UserId id = user.id();
    store.begin(
        id, seal.seal(Sessions.OF_USERS, id.uuid(), Totp.newSecret(random)), clock.instant());
  }

  /** Returns the inactive secret. */
  public Optional<String> findUnconfirmed(User user) {
    return store.find(user.id()).filter(kept -> !kept.confirmed()).map(kept -> open(user, kept));
  }

  /** Returns the URI of the QR code for apps (the key URI format of Google Authenticator). */
  public static String link(User user, String issuer, String secret) {
    return "otpauth://totp/"
        + encoded(issuer)
        + ":"
        + encoded(user.email())
        + "?secret="
        + secret
        + "&issuer="
        + encoded(issuer)
        + "&algorithm=SHA1&digits="
        + Totp.DIGITS
        + "&period="
        + Totp.STEP.toSeconds();
  }

  /** Activates the second factor and creates recovery codes; empty if the code is wrong. */
  public Optional<List<String>> turnOn(User user, String code) {
    Optional<FactorSecret> kept = store.find(user.id()).filter(k -> !k.confirmed());
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    OptionalLong step = Totp.match(open(user, kept.get()), digits(code), now);
    if (step.isEmpty() || !store.confirm(user.id(), kept.get().secret(), step.getAsLong(), now)) {
      return Optional.empty();
    }
    return Optional.of(newRecoveryCodes(user));
  }

  public void turnOff(User user) {
    store.remove(user.id());
  }

  /** Creates ten codes, which replace the earlier ones. */
  public List<String> newRecoveryCodes(User user) {
    List<String> codes = RecoveryCodes.make(random);
    store.replaceCodes(
        user.id(),
        codes.stream().map(code -> RecoveryCodes.hash(code).orElseThrow()).toList(),
        clock.instant());
    return codes;
  }

  /** Checks and uses a code: a time step, or a recovery code. Empty if it is wrong or was used. */
  Optional<Proof> check(User user, String typed) {
    Optional<FactorSecret> kept = store.find(user.id()).filter(FactorSecret::confirmed);
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    OptionalLong step = Totp.match(open(user, kept.get()), digits(typed), now);
    if (step.isPresent()) {
      return Optional.of(Proof.CODE).filter(_ -> store.useStep(user.id(), step.getAsLong()));
    }
    return RecoveryCodes.hash(typed)
        .filter(hash -> store.useCode(user.id(), hash, now))
        .map(_ -> Proof.RECOVERY_CODE);
  }

  private String open(User user, FactorSecret kept) {
    return seal.open(Sessions.OF_USERS, user.id().uuid(), kept.secret());
  }

  /** Removes spaces: apps show `123 456`. */
  private static String digits(String typed) {
    return typed.replaceAll("\\s", "");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
