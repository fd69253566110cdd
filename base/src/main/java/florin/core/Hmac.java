package florin.core;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 (RFC 2104) with one fixed key, safe for use by several threads.
 *
 * <p>A {@link Mac} serves one thread at a time and looks up its provider when it is created. A
 * ThreadLocal would hold one per virtual thread, which is one per request. So one keyed prototype
 * is kept unused, and each call uses a clone of it: 0.2 µs instead of 0.5.
 */
public final class Hmac {
  /** The length of a full MAC in bytes. */
  public static final int LENGTH = 32;

  /** The shortest prefix of a MAC that verifies: half of it (RFC 2104, section 5). */
  public static final int SHORTEST = 16;

  private final Mac prototype;

  /**
   * Creates an HMAC with a key.
   *
   * @param key at least one byte; 32 random bytes are the right size (RFC 2104, section 3)
   */
  public Hmac(byte[] key) {
    try {
      prototype = Mac.getInstance("HmacSHA256");
      prototype.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HMAC-SHA256", e);
    }
    prototype.update(new byte[0]); // processes the key's block once, for all clones
  }

  public byte[] of(byte[] message) {
    try {
      return ((Mac) prototype.clone()).doFinal(message);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("this Java's HMAC-SHA256 cannot be cloned", e);
    }
  }

  /** Returns the MAC of the text's UTF-8 bytes. */
  public byte[] of(String message) {
    return of(message.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns whether this is the message's MAC, or its first {@value #SHORTEST} bytes or more.
   * Compares in constant time.
   */
  public boolean verify(byte[] message, byte[] mac) {
    if (mac.length < SHORTEST || mac.length > LENGTH) {
      return false;
    }
    return MessageDigest.isEqual(Arrays.copyOf(of(message), mac.length), mac);
  }

  @Override
  public String toString() {
    return "Hmac[…]";
  }
}
