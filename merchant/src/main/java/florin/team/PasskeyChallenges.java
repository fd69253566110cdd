package florin.team;

import florin.core.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * The challenges that a device signs: a random text with its expiry, and a MAC over both and their
 * holder. So any node recognizes a challenge of another one, and requesting challenges costs no
 * rows: only used ones are stored.
 */
final class PasskeyChallenges {
  /** The time in which the user must respond. */
  static final Duration VALID = Duration.ofMinutes(5);

  private static final int NONCE = 16;
  private static final int SIGNED = NONCE + Long.BYTES;

  private final Hmac key;
  private final InstantSource clock;
  private final SecureRandom random;

  PasskeyChallenges(Hmac key, InstantSource clock, SecureRandom random) {
    this.key = key;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Creates a challenge.
   *
   * @param holder the browser or session, and the purpose
   */
  byte[] make(String holder) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    long expires = clock.instant().plus(VALID).toEpochMilli();
    byte[] text = ByteBuffer.allocate(SIGNED).put(nonce).putLong(expires).array();
    return ByteBuffer.allocate(SIGNED + Hmac.LENGTH)
        .put(text)
        .put(key.of(bound(text, holder)))
        .array();
  }

  /**
   * Returns the expiry, which may have passed. Empty unless Florin created the challenge for this
   * holder.
   */
  Optional<Instant> findEnd(byte[] challenge, String holder) {
    if (challenge.length != SIGNED + Hmac.LENGTH) {
      return Optional.empty();
    }
    byte[] text = Arrays.copyOf(challenge, SIGNED);
    return key.verify(bound(text, holder), Arrays.copyOfRange(challenge, SIGNED, challenge.length))
        ? Optional.of(Instant.ofEpochMilli(ByteBuffer.wrap(text).getLong(NONCE)))
        : Optional.empty();
  }

  private static byte[] bound(byte[] text, String holder) {
    byte[] name = holder.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(text.length + name.length).put(text).put(name).array();
  }
}
