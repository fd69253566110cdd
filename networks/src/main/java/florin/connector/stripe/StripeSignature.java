package florin.connector.stripe;

import florin.core.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The header `Stripe-Signature`, `t=1492774577,v1=5257a8…,v0=6ffb…`: `v1` is HMAC-SHA256 of
 * `t.body` under the endpoint's secret, in hexadecimal, one for each valid secret. Other schemes
 * are ignored. Source: Stripe, "Verify webhook signatures manually".
 */
public final class StripeSignature {
  public static final String HEADER = "Stripe-Signature";

  /**
   * The largest age of a signature. An older request may be a replay by a third party; Stripe signs
   * each retry anew.
   */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final int MAX_HEADER = 2_000;
  private static final int MAX_SIGNATURES = 8;
  private static final Pattern TIME = Pattern.compile("[1-9][0-9]{0,11}");

  private StripeSignature() {}

  /**
   * Returns whether the signature is valid.
   *
   * @param secrets the secrets that may have signed
   */
  public static boolean verify(String header, String body, List<String> secrets, Instant now) {
    if (header.length() > MAX_HEADER) {
      return false;
    }
    String time = "";
    var signatures = new ArrayList<String>();
    for (String part : header.split(",")) {
      String[] item = part.split("=", 2);
      if (item.length == 2 && item[0].equals("t") && time.isEmpty()) {
        time = item[1];
      } else if (item.length == 2 && item[0].equals("v1") && signatures.size() < MAX_SIGNATURES) {
        signatures.add(item[1]);
      }
    }
    return isRecent(time, now) && isSigned(time + "." + body, signatures, secrets);
  }

  private static boolean isRecent(String time, Instant now) {
    return TIME.matcher(time).matches()
        && !Instant.ofEpochSecond(Long.parseLong(time)).isBefore(now.minus(TOLERANCE));
  }

  private static boolean isSigned(String text, List<String> signatures, List<String> secrets) {
    for (String secret : secrets) {
      String expected =
          HexFormat.of().formatHex(new Hmac(secret.getBytes(StandardCharsets.UTF_8)).of(text));
      for (String signature : signatures) {
        if (MessageDigest.isEqual(bytes(expected), bytes(signature))) {
          return true;
        }
      }
    }
    return false;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
