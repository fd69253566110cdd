package florin.team;

import florin.vault.Argon2id;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hashes passwords with Argon2id (RFC 9106). The PHC strings include the parameters, so these can
 * be raised while old hashes remain valid.
 *
 * <p>A hash takes 32 MiB of memory for about a fifth of a second. One runs at a time, and few may
 * wait. Sign-ins are rare, and many concurrent ones are an attack, which must not take resources
 * from payments.
 */
public final class Passwords {
  /** The shortest password; NIST SP 800-63B requires 8. */
  public static final int MIN_LENGTH = 12;

  /** The longest password; more is no safer and costs time. */
  public static final int MAX_LENGTH = 256;

  /** The cost of a new hash, above OWASP's minimum of 19 MiB and two passes. */
  public static final Argon2id COST = new Argon2id(32 * 1024, 3, 1);

  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** The most requests that wait for a hash. */
  private static final int MAX_WAITING = 16;

  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final Pattern PHC =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

  private final SecureRandom random;
  private final Argon2id cost;
  private final Semaphore turn = new Semaphore(1, true);
  private final Semaphore waiting = new Semaphore(MAX_WAITING);
  private final String nobodys;

  /**
   * Creates the hashing.
   *
   * @param cost the cost of a new hash: {@link #COST}, except in tests
   */
  public Passwords(SecureRandom random, Argon2id cost) {
    this.random = random;
    this.cost = cost;
    // It is as costly to check as any; its hash is random, so no password matches.
    this.nobodys = phc(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  }

  /** Returns the hash; empty if too many requests wait. */
  public Optional<String> hash(String password) {
    byte[] salt = randomBytes(SALT_BYTES);
    return inTurn(cost, salt, password).map(hash -> phc(cost, salt, hash));
  }

  /**
   * Returns whether the password matches a hash; without a hash, it does the same work and returns
   * false.
   *
   * @return empty if too many requests wait
   */
  public Optional<Boolean> check(String password, Optional<String> stored) {
    Matcher phc = PHC.matcher(stored.orElse(nobodys));
    if (!phc.matches()) {
      throw new IllegalStateException("a stored password is not of the form that Florin writes");
    }
    byte[] expected = Base64.getDecoder().decode(phc.group(5));
    var storedCost =
        new Argon2id(
            Integer.parseInt(phc.group(1)),
            Integer.parseInt(phc.group(2)),
            Integer.parseInt(phc.group(3)));
    return inTurn(storedCost, Base64.getDecoder().decode(phc.group(4)), password)
        .map(hash -> MessageDigest.isEqual(hash, expected));
  }

  private Optional<byte[]> inTurn(Argon2id cost, byte[] salt, String password) {
    if (!waiting.tryAcquire()) {
      return Optional.empty();
    }
    try {
      if (!turn.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      try {
        return Optional.of(cost.derive(salt, password.getBytes(StandardCharsets.UTF_8)));
      } finally {
        turn.release();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      waiting.release();
    }
  }

  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String phc(Argon2id cost, byte[] salt, byte[] hash) {
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(
            cost.memoryKib(),
            cost.passes(),
            cost.lanes(),
            base64.encodeToString(salt),
            base64.encodeToString(hash));
  }
}
