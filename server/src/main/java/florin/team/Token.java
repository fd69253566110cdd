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
 * A secret of 256 random bits that a browser holds: in a cookie, or in a link that works once. We
 * keep its SHA-256 only; with so much chance in it, no slower hash is needed. It prints as nothing.
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

  /** Empty when the text cannot be one of ours. */
  public static Optional<Token> parse(String text) {
    return TEXT.matcher(text).matches()
        ? Optional.of(new Token(Base64.getUrlDecoder().decode(text)))
        : Optional.empty();
  }

  /** The secret itself, for its cookie or link only. */
  public String reveal() {
    return encode(bytes);
  }

  byte[] hash() {
    return Sha256.of(bytes);
  }

  /**
   * What a form must carry that was made for whoever holds this token: it follows from the token,
   * which no other site can read, and does not tell it.
   */
  public String formToken() {
    return encode(new Hmac(bytes).of("florin form"));
  }

  /** Takes the same time wherever the texts differ. */
  public boolean matchesForm(String formToken) {
    return same(formToken(), formToken);
  }

  /** Takes the same time wherever they differ. */
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
