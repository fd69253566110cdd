package florin.vault;

import florin.core.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One key of the keys file: 32 random bytes, which encrypt and sign nothing themselves. Each use
 * derives its own key by a label, so that no two uses share one.
 */
final class RootKey {
  static final int LENGTH = Hmac.LENGTH;

  private static final int CHECK_LENGTH = 8;

  private final byte[] bytes;
  private final Hmac expansion;

  private RootKey(byte[] bytes) {
    this.bytes = bytes;
    this.expansion = new Hmac(bytes);
  }

  static RootKey random(SecureRandom random) {
    byte[] bytes = new byte[LENGTH];
    random.nextBytes(bytes);
    return new RootKey(bytes);
  }

  /** Parses a key. Returns empty if the text is not the base64 of 32 bytes. */
  static Optional<RootKey> parse(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return bytes.length == LENGTH ? Optional.of(new RootKey(bytes)) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // not base64: the caller reports where
    }
  }

  /** Returns the key itself, as in the keys file. */
  String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Derives 32 bytes for one use by HKDF-SHA256 (RFC 5869). Only its second step, "expand", is
   * needed. The first step makes a non-uniform key uniform, and this key is already random (section
   * 3.3). For 32 bytes it is one block: the MAC of the label and the block's number (section 2.3).
   * Each payment needs one derivation, and Java's own KDF takes ten times as long to set up.
   */
  byte[] derive(byte[] label) {
    byte[] block = Arrays.copyOf(label, label.length + 1);
    block[label.length] = 1;
    return expansion.of(block);
  }

  Hmac hmac(String label) {
    return new Hmac(derive(label.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns 16 hexadecimal digits that distinguish this key from others and reveal nothing else.
   */
  String checkValue() {
    byte[] mac = hmac("florin key check").of("florin");
    return HexFormat.of().formatHex(Arrays.copyOf(mac, CHECK_LENGTH));
  }

  @Override
  public String toString() {
    return "RootKey[…]";
  }
}
