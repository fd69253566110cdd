package emulator.stripe;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Creates the header `Stripe-Signature`: `t=…,v1=…`. Each `v1` is an HMAC-SHA256 over the time, a
 * dot and the body, with the complete text of one secret as its key. In test mode, the header also
 * has a meaningless `v0`.
 */
final class Signature {
  private Signature() {}

  /**
   * Returns the value of the header.
   *
   * @param time in seconds
   */
  static String header(long time, String body, Collection<String> secrets) {
    var header = new StringBuilder("t=").append(time);
    secrets.forEach(secret -> header.append(",v1=").append(hmac(time, body, secret)));
    return header.append(",v0=").append(hmac(time, body, "whsec_test_secret")).toString();
  }

  private static String hmac(long time, String body, String secret) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] signed = (time + "." + body).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(mac.doFinal(signed));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HmacSHA256", impossible);
    }
  }
}
