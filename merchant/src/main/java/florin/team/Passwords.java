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
 * <p>A hash takes {@link #MEMORY_KIB} of memory for about a fifth of a second. One runs at a time,
 * and few may wait. Sign-ins are rare, and many concurrent ones are an attack, which must not take
 * resources from payments.
 */
public final class Passwords {
  /** The shortest password; NIST SP 800-63B requires 8. */
  public static final int MIN_LENGTH = 12;

  /** The longest password; more is no safer and costs time. */
  public static final int MAX_LENGTH = 256;

  /** The memory, above OWASP's minimum of 19 MiB and two passes. */
  static final int MEMORY_KIB = 32 * 1024;

  static final int PASSES = 3;
  static final int LANES = 1;

  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** The most requests that wait for a hash. */
  private static final int MAX_WAITING = 16;

  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final Pattern PHC =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

  private final SecureRandom random;
  private final Semaphore turn = new Semaphore(1, true);
  private final Semaphore waiting = new Semaphore(MAX_WAITING);
  private final String nobodys;

  public Passwords(SecureRandom random) {
    this.random = random;
    // It is as costly to check as any; its hash is random, so no password matches.
    this.nobodys = phc(MEMORY_KIB, PASSES, LANES, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  }

  /** Returns the hash; empty if too many requests wait. */
  public Optional<String> hash(String password) {
    byte[] salt = randomBytes(SALT_BYTES);
    return inTurn(MEMORY_KIB, PASSES, LANES, salt, password)
        .map(hash -> phc(MEMORY_KIB, PASSES, LANES, salt, hash));
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
    return inTurn(
            Integer.parseInt(phc.group(1)),
            Integer.parseInt(phc.group(2)),
            Integer.parseInt(phc.group(3)),
            Base64.getDecoder().decode(phc.group(4)),
            password)
        .map(hash -> MessageDigest.isEqual(hash, expected));
  }

  private Optional<byte[]> inTurn(int memory, int passes, int lanes, byte[] salt, String password) {
    if (!waiting.tryAcquire()) {
      return Optional.empty();
    }
    try {
      if (!turn.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Argon2id(memory, passes, lanes)
                .derive(salt, password.getBytes(StandardCharsets.UTF_8)));
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

  private static String phc(int memory, int passes, int lanes, byte[] salt, byte[] hash) {
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
        .formatted(memory, passes, lanes, base64.encodeToString(salt), base64.encodeToString(hash));
  }
}
