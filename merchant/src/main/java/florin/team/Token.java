package florin.team;

import florin.core.Hmac;
import florin.core.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A secret of 256 random bits that a browser holds: in a cookie, or in a link that works once.
 * Florin stores only its SHA-256; with that many random bits, no slower hash is needed. It never
 * prints its value.
 */
public final class Token {
  private static final int BYTES = 32;
  private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final byte[] bytes;

  private Token(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Token make(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new Token(bytes);
  }

  /** Parses a token; empty if the form is wrong. */
  public static Optional<Token> parse(String text) {
    return TEXT.matcher(text).matches()
        ? Optional.of(new Token(Base64.getUrlDecoder().decode(text)))
        : Optional.empty();
  }

  /** Returns the secret itself, only for its cookie or link. */
  public String reveal() {
    return encode(bytes);
  }

  byte[] hash() {
    return Sha256.of(bytes);
  }

  /**
   * Returns the token that a form for this holder must include. It derives from the secret, which
   * other sites can't read, and does not reveal it.
   */
  public String formToken() {
    return encode(new Hmac(bytes).of("florin form"));
  }

  /** Compares in constant time. */
  public boolean matchesForm(String formToken) {
    return same(formToken(), formToken);
  }

  /** Compares in constant time. */
  static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "Token[…]";
  }
}
