package florin.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * Tokens of objects that can't be guessed or forged: the holder of a token needs no login. Nothing
 * is stored for a token, so it contains the object's id itself. Its key determines its purpose: a
 * token made with one key is invalid with another.
 *
 * <p>A token is 42 bytes as 56 characters of base64url (RFC 4648, section 5): the version of its
 * format and key, the realm, the object, and the first 128 bits of the HMAC of these 26 bytes.
 * Because 42 is a multiple of three, no character has unused bits, and a token has only one
 * spelling.
 */
public final class LinkTokens {
  private static final short VERSION = 1;
  private static final int CLAIMS = Short.BYTES + Long.BYTES + 2 * Long.BYTES;
  private static final int LENGTH = CLAIMS + Hmac.SHORTEST;
  private static final int TEXT_LENGTH = LENGTH / 3 * 4;

  private final Hmac hmac;

  /** The object that a token leads to. */
  public record LinkTarget(Realm realm, UUID object) {}

  public LinkTokens(Hmac hmac) {
    this.hmac = hmac;
  }

  public String token(LinkTarget target) {
    UUID object = target.object();
    ByteBuffer token =
        ByteBuffer.allocate(LENGTH)
            .putShort(VERSION)
            .putLong(target.realm().id())
            .putLong(object.getMostSignificantBits())
            .putLong(object.getLeastSignificantBits());
    byte[] mac = hmac.of(Arrays.copyOf(token.array(), CLAIMS));
    token.put(mac, 0, Hmac.SHORTEST);
    return Base64.getUrlEncoder().encodeToString(token.array());
  }

  /** Returns the object of a token; empty for a text that is no valid token. */
  public Optional<LinkTarget> verify(String token) {
    return token.length() == TEXT_LENGTH
        ? decode(token).filter(this::isOurs).map(LinkTokens::target)
        : Optional.empty();
  }

  /**
   * Returns the sandbox's realm that a token names, without verifying it. It only tells the time by
   * which the request runs.
   */
  public static Optional<Realm> findRealm(String token) {
    return token.length() == TEXT_LENGTH
        ? decode(token)
            .filter(bytes -> bytes.length == LENGTH)
            .map(bytes -> ByteBuffer.wrap(bytes).getLong(Short.BYTES))
            .filter(LinkTokens::isOfSandbox)
            .map(Realm::new)
        : Optional.empty();
  }

  /** Returns whether it can be the id of a sandbox: one of an account, in test mode. */
  private static boolean isOfSandbox(long id) {
    return id >= Realm.FIRST_SANDBOX && id % Realm.FIRST_SANDBOX >= 2 && id % 2 == 0;
  }

  private boolean isOurs(byte[] token) {
    return token.length == LENGTH
        && ByteBuffer.wrap(token).getShort() == VERSION
        && hmac.verify(
            Arrays.copyOf(token, CLAIMS), Arrays.copyOfRange(token, CLAIMS, token.length));
  }

  private static LinkTarget target(byte[] token) {
    ByteBuffer claims = ByteBuffer.wrap(token, Short.BYTES, CLAIMS - Short.BYTES);
    return new LinkTarget(
        new Realm(claims.getLong()), new UUID(claims.getLong(), claims.getLong()));
  }

  private static Optional<byte[]> decode(String token) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(token));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
