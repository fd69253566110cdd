package florin.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 (FIPS 180-4), safe for use by several threads. Each hash uses a copy of an unused digest,
 * because looking one up among Java's providers takes longer than hashing a key.
 */
public final class Sha256 {
  private static final MessageDigest PROTOTYPE = lookUp();

  private Sha256() {}

  public static byte[] of(byte[] bytes) {
    return begin().digest(bytes);
  }

  /** Returns the hash of the text's UTF-8 bytes. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a new digest, for data in parts. */
  public static MessageDigest begin() {
    try {
      return (MessageDigest) PROTOTYPE.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("this Java's SHA-256 cannot be copied", e);
    }
  }

  private static MessageDigest lookUp() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
