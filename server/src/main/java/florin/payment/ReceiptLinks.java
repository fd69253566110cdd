package florin.payment;

import florin.core.Hmac;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * Links to receipts. Whoever has one sees the receipt without a login, so nobody may guess one or
 * make one of another; and as nothing is stored for it, the link itself tells what it leads to.
 *
 * <p>A token is 42 bytes as 56 characters of base64url (RFC 4648, section 5): the version of its
 * form and key, the realm, the payment, and the first 128 bits of the HMAC of these 26 bytes. Since
 * 42 is a multiple of three no character has bits that mean nothing: a token has one spelling.
 */
public final class ReceiptLinks {
  /** The path of every receipt, before its token. */
  public static final String PATH = "/receipts/";

  private static final short VERSION = 1;
  private static final int CLAIMS = Short.BYTES + Long.BYTES + 2 * Long.BYTES;
  private static final int LENGTH = CLAIMS + Hmac.SHORTEST;
  private static final int TEXT_LENGTH = LENGTH / 3 * 4;

  private final URI base;
  private final Hmac hmac;

  /**
   * @param base where payers reach the service, without a slash at its end
   * @param hmac under the key for receipts
   */
  public ReceiptLinks(URI base, Hmac hmac) {
    this.base = base;
    this.hmac = hmac;
  }

  /** What a token leads to. */
  public record Target(Realm realm, PaymentId payment) {}

  /** Empty until the payment has succeeded; the same from then on. */
  public Optional<String> findUrl(Payment payment) {
    return payment.hasReceipt()
        ? Optional.of(base + PATH + token(new Target(payment.realm(), payment.id())))
        : Optional.empty();
  }

  String token(Target target) {
    UUID payment = target.payment().uuid();
    ByteBuffer token =
        ByteBuffer.allocate(LENGTH)
            .putShort(VERSION)
            .putLong(target.realm().id())
            .putLong(payment.getMostSignificantBits())
            .putLong(payment.getLeastSignificantBits());
    byte[] mac = hmac.of(Arrays.copyOf(token.array(), CLAIMS));
    token.put(mac, 0, Hmac.SHORTEST);
    return Base64.getUrlEncoder().encodeToString(token.array());
  }

  /** Empty for every text that is not a token of ours. */
  public Optional<Target> verify(String token) {
    return token.length() == TEXT_LENGTH
        ? decode(token).filter(this::isOurs).map(ReceiptLinks::target)
        : Optional.empty();
  }

  private boolean isOurs(byte[] token) {
    return token.length == LENGTH
        && ByteBuffer.wrap(token).getShort() == VERSION
        && hmac.verify(
            Arrays.copyOf(token, CLAIMS), Arrays.copyOfRange(token, CLAIMS, token.length));
  }

  private static Target target(byte[] token) {
    ByteBuffer claims = ByteBuffer.wrap(token, Short.BYTES, CLAIMS - Short.BYTES);
    return new Target(
        new Realm(claims.getLong()), new PaymentId(new UUID(claims.getLong(), claims.getLong())));
  }

  private static Optional<byte[]> decode(String token) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(token));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
