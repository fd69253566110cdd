package florin.webhook;

import florin.core.Hmac;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * The headers that prove the origin of a delivery, in two forms over the same bytes.
 *
 * <ul>
 *   <li>`service-signature: t=<unix>,v1=<hex>`: HMAC-SHA256 of `t.body` with the whole secret as
 *       key, one `v1` for each secret.
 *   <li>`webhook-id`, `webhook-timestamp`, `webhook-signature: v1,<base64>`: HMAC-SHA256 of
 *       `id.t.body` with the decoded secret as key, as in <a
 *       href="https://www.standardwebhooks.com">Standard Webhooks</a>, one for each secret,
 *       separated by spaces.
 * </ul>
 */
final class Signature {
  static final String SERVICE_SIGNATURE = "service-signature";
  static final String WEBHOOK_ID = "webhook-id";
  static final String WEBHOOK_TIMESTAMP = "webhook-timestamp";
  static final String WEBHOOK_SIGNATURE = "webhook-signature";

  private Signature() {}

  /**
   * Returns the headers.
   *
   * @param secrets the current one first
   */
  static SequencedMap<String, String> headers(
      String id, byte[] body, List<SigningSecret> secrets, Instant now) {
    long t = now.getEpochSecond();
    var headers = new LinkedHashMap<String, String>();
    headers.put(
        SERVICE_SIGNATURE,
        secrets.stream()
            .map(secret -> ",v1=" + serviceMac(secret, t, body))
            .collect(Collectors.joining("", "t=" + t, "")));
    headers.put(WEBHOOK_ID, id);
    headers.put(WEBHOOK_TIMESTAMP, Long.toString(t));
    headers.put(
        WEBHOOK_SIGNATURE,
        secrets.stream()
            .map(secret -> "v1," + standardMac(secret, id, t, body))
            .collect(Collectors.joining(" ")));
    return headers;
  }

  /** Returns the MAC of the service's own form, in hexadecimal. */
  static String serviceMac(SigningSecret secret, long t, byte[] body) {
    byte[] key = secret.text().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(new Hmac(key).of(joined(t + ".", body)));
  }

  /** Returns the MAC of Standard Webhooks, in base64. */
  static String standardMac(SigningSecret secret, String id, long t, byte[] body) {
    byte[] key = Base64.getDecoder().decode(secret.text().substring(SigningSecret.PREFIX.length()));
    return Base64.getEncoder().encodeToString(new Hmac(key).of(joined(id + "." + t + ".", body)));
  }

  private static byte[] joined(String head, byte[] body) {
    var message = new ByteArrayOutputStream(head.length() + body.length);
    message.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    message.writeBytes(body);
    return message.toByteArray();
  }
}
