package florin.vault;

import florin.core.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One key of the key file: 32 random bytes that encrypt and sign nothing themselves. Whatever needs
 * a key derives its own by a label, so that no two uses share one.
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

  /** Empty when the text is not the base64 of 32 bytes. */
  static Optional<RootKey> parse(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return bytes.length == LENGTH ? Optional.of(new RootKey(bytes)) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // not base64: the caller says where
    }
  }

  /** What the key file holds: the key itself. */
  String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * 32 bytes for one use, by HKDF-SHA256 (RFC 5869). Only its second step, "expand", is done: the
   * first makes a uniform key out of one that is not, and ours is random already (section 3.3). Of
   * 32 bytes it is one block: the MAC of the label and the block's number (section 2.3). Each
   * payment needs one; Java's own KDF takes ten times as long to be looked up and set up.
   */
  byte[] derive(byte[] label) {
    byte[] block = Arrays.copyOf(label, label.length + 1);
    block[label.length] = 1;
    return expansion.of(block);
  }

  Hmac hmac(String label) {
    return new Hmac(derive(label.getBytes(StandardCharsets.UTF_8)));
  }

  /** 16 hexadecimal digits that tell this key from another and say nothing else about it. */
  String checkValue() {
    byte[] mac = hmac("florin key check").of("florin");
    return HexFormat.of().formatHex(Arrays.copyOf(mac, CHECK_LENGTH));
  }

  @Override
  public String toString() {
    return "RootKey[…]";
  }
}
