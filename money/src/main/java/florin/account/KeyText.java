package florin.account;

import florin.core.Caller.KeyKind;
import florin.core.Mode;
import florin.core.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The text of an API key: a prefix such as `sk_test_`, 24 random characters of base62 (142 bits),
 * and six more with the CRC-32 of everything before. So a secret scanner, and Florin before any
 * query, can tell a real key from a typing error.
 *
 * <p>The whole text is the secret, so this prints only its prefix and last four characters.
 */
public final class KeyText {
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int RANDOM_LENGTH = 24;
  private static final int CHECK_LENGTH = 6;

  private final String text;

  private KeyText(String text) {
    this.text = text;
  }

  public static KeyText make(KeyKind kind, Mode mode, SecureRandom random) {
    var body = new StringBuilder(prefix(kind, mode));
    for (int i = 0; i < RANDOM_LENGTH; i++) {
      body.append(BASE62.charAt(random.nextInt(BASE62.length())));
    }
    return new KeyText(body + check(body.toString()));
  }

  /** Parses a key; empty if the prefix, length, characters or checksum are wrong. */
  public static Optional<KeyText> parse(String text) {
    for (KeyKind kind : KeyKind.values()) {
      for (Mode mode : Mode.values()) {
        String prefix = prefix(kind, mode);
        if (text.startsWith(prefix)
            && text.length() == prefix.length() + RANDOM_LENGTH + CHECK_LENGTH) {
          int body = text.length() - CHECK_LENGTH;
          boolean genuine = check(text.substring(0, body)).equals(text.substring(body));
          return genuine ? Optional.of(new KeyText(text)) : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the prefix, for example `sk_test_`. */
  public static String prefix(KeyKind kind, Mode mode) {
    return switch (kind) {
          case SECRET -> "sk_";
          case PUBLISHABLE -> "pk_";
          case RESTRICTED -> "rk_";
        }
        + mode.text()
        + "_";
  }

  /** Returns the key itself, which is shown once and never logged. */
  public String reveal() {
    return text;
  }

  public String last4() {
    return text.substring(text.length() - 4);
  }

  /**
   * Returns the SHA-256 of the text. A slow hash is not needed: the text has 142 bits of entropy
   * and is not a password that a person chose.
   */
  public byte[] hash() {
    return Sha256.of(text);
  }

  @Override
  public String toString() {
    return text.substring(0, text.length() - RANDOM_LENGTH - CHECK_LENGTH) + "…" + last4();
  }

  private static String check(String body) {
    var crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.US_ASCII));
    long value = crc.getValue();
    char[] digits = new char[CHECK_LENGTH];
    for (int i = CHECK_LENGTH - 1; i >= 0; i--) {
      digits[i] = BASE62.charAt((int) (value % BASE62.length()));
      value /= BASE62.length();
    }
    return new String(digits);
  }
}
