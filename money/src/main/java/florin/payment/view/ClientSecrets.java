package florin.payment.view;

import florin.core.Hmac;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The client secrets, which a merchant's page sends with a publishable key to read the status of
 * one payment. A client secret is `pay_…_secret_` and 128 bits of an HMAC over realm and payment,
 * in hexadecimal. Nothing is stored for it, and it is valid as long as the payment exists.
 */
public final class ClientSecrets {
  private static final String MARK = "_secret_";

  private final Hmac hmac;

  /**
   * Creates the client secrets.
   *
   * @param hmac under the key for client secrets
   */
  public ClientSecrets(Hmac hmac) {
    this.hmac = hmac;
  }

  String of(Realm realm, PaymentId payment) {
    byte[] claims =
        ByteBuffer.allocate(3 * Long.BYTES)
            .putLong(realm.id())
            .putLong(payment.uuid().getMostSignificantBits())
            .putLong(payment.uuid().getLeastSignificantBits())
            .array();
    byte[] mac = Arrays.copyOf(hmac.of(claims), Hmac.SHORTEST);
    return payment.text() + MARK + HexFormat.of().formatHex(mac);
  }

  /** Returns whether the secret is this payment's. Compares in constant time. */
  public boolean isOf(Realm realm, PaymentId payment, String presented) {
    return MessageDigest.isEqual(bytes(of(realm, payment)), bytes(presented));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
