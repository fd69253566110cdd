package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import florin.core.Hmac;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares Florin's verification with that of Stripe's own library. */
class StripeSignatureTest {
  private static final String SECRET = "whsec_4f0c2e5d7a";
  private static final String OTHER = "whsec_another";
  private static final String BODY = "{\"id\": \"evt_1\", \"name\": \"Zoë\"}";
  private static final Instant NOW = Instant.ofEpochSecond(1_790_000_000);
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  static Stream<String> headers() {
    long now = NOW.getEpochSecond();
    String good = mac(SECRET, now, BODY);
    return Stream.of(
        header(now, good),
        header(now - 299, mac(SECRET, now - 299, BODY)),
        header(now - 300, mac(SECRET, now - 300, BODY)),
        header(now - 301, mac(SECRET, now - 301, BODY)),
        header(now + 9_000, mac(SECRET, now + 9_000, BODY)),
        header(now, mac(OTHER, now, BODY)),
        header(now, mac(SECRET, now, BODY + " ")),
        header(now - 1, good),
        header(now, mac(OTHER, now, BODY)) + ",v1=" + good,
        header(now, good) + ",v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39",
        "t=" + now + ",v0=" + good,
        "v1=" + good,
        "v1=" + good + ",t=" + now,
        "t=" + now,
        "t=,v1=" + good,
        "t=0,v1=" + good,
        "t=-" + now + ",v1=" + good,
        "t=" + now + ",v1=",
        "t=" + now + ", v1=" + good,
        "t=" + now + ",v1=" + good.toUpperCase(java.util.Locale.ROOT),
        "t=" + now + ",v1=" + good.substring(0, 32),
        "t=" + now + ",t=" + (now - 9_000) + ",v1=" + good,
        "nothing",
        ",,,",
        "=",
        "");
  }

  @ParameterizedTest
  @MethodSource("headers")
  void accepts_and_rejects_the_same_signatures_as_stripes_library(String header) {
    assertThat(StripeSignature.verify(header, BODY, List.of(SECRET), NOW))
        .as(header)
        .isEqualTo(byLibrary(header));
  }

  @Test
  void either_secret_can_sign_during_a_rotation() {
    String header = header(NOW.getEpochSecond(), mac(OTHER, NOW.getEpochSecond(), BODY));

    assertThat(StripeSignature.verify(header, BODY, List.of(SECRET, OTHER), NOW)).isTrue();
    assertThat(StripeSignature.verify(header, BODY, List.of(SECRET), NOW)).isFalse();
    assertThat(StripeSignature.verify(header, BODY, List.of(), NOW)).isFalse();
  }

  @Test
  void an_endless_header_is_not_searched() {
    String header = header(NOW.getEpochSecond(), mac(SECRET, NOW.getEpochSecond(), BODY));

    assertThat(StripeSignature.verify(header + ",v1=x".repeat(1_000), BODY, List.of(SECRET), NOW))
        .isFalse();
    int left = 2_000 - header.length();
    assertThat(verifies(header + ",".repeat(left))).isTrue();
    assertThat(verifies(header + ",".repeat(left + 1))).isFalse();
  }

  /** During a rotation, a webhook has two signatures. A caller must not force many comparisons. */
  @Test
  void at_most_eight_signatures_are_compared() {
    long now = NOW.getEpochSecond();
    String good = ",v1=" + mac(SECRET, now, BODY);

    assertThat(verifies("t=" + now + ",v1=x".repeat(7) + good)).isTrue();
    assertThat(verifies("t=" + now + ",v1=x".repeat(8) + good)).isFalse();
  }

  private static boolean verifies(String header) {
    return StripeSignature.verify(header, BODY, List.of(SECRET), NOW);
  }

  static String header(long time, String mac) {
    return "t=" + time + ",v1=" + mac;
  }

  static String mac(String secret, long time, String body) {
    return HexFormat.of()
        .formatHex(new Hmac(secret.getBytes(StandardCharsets.UTF_8)).of(time + "." + body));
  }

  private static boolean byLibrary(String header) {
    try {
      return Webhook.Signature.verifyHeader(BODY, header, SECRET, 300, CLOCK);
    } catch (SignatureVerificationException | NumberFormatException refused) {
      return false;
    }
  }
}
