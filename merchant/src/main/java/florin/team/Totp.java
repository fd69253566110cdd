package florin.team;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Time-based codes (RFC 6238): SHA-1, 30 s, six digits, which every authenticator app supports.
 * This class only computes them; the database ensures that a step is accepted once.
 */
final class Totp {
  static final Duration STEP = Duration.ofSeconds(30);

  /** The steps by which a clock may be off in either direction (RFC 6238, section 5.2). */
  static final int SKEW = 1;

  static final int DIGITS = 6;

  /** The length of a secret: 160 bits, like SHA-1's output (RFC 4226, section 4). */
  private static final int SECRET_BYTES = 20;

  private static final int MODULUS = 1_000_000;

  private Totp() {}

  /** Returns a secret in base 32, for apps and people. */
  static String newSecret(SecureRandom random) {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base32.encode(bytes);
  }

  static long step(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), STEP.toSeconds());
  }

  static String code(String secret, long step) {
    byte[] hash =
        hmac(Base32.decode(secret), ByteBuffer.allocate(Long.BYTES).putLong(step).array());
    // Dynamic truncation (RFC 4226, section 5.3): the last nibble is the offset of the four bytes.
    int offset = hash[hash.length - 1] & 0xf;
    int number = ByteBuffer.wrap(hash).getInt(offset) & 0x7fff_ffff;
    return "%06d".formatted(number % MODULUS);
  }

  /** Returns the step of a code, among those that are valid now. */
  static OptionalLong match(String secret, String code, Instant now) {
    long current = step(now);
    return LongStream.rangeClosed(current - SKEW, current + SKEW)
        .filter(step -> Token.same(code(secret, step), code))
        .max();
  }

  private static byte[] hmac(byte[] key, byte[] message) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(key, "HmacSHA1"));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HMAC-SHA1", e);
    }
  }
}
