package florin.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import java.net.http.HttpHeaders;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final SigningSecret CURRENT = SigningSecret.make(new SecureRandom());
  private static final SigningSecret OLD = SigningSecret.make(new SecureRandom());
  private static final String BODY = "{\"id\": \"evt_1\"}";
  private final Instant now = Instant.now();

  private final SequencedMap<String, String> headers =
      Signature.headers("evt_1", BODY.getBytes(UTF_8), List.of(CURRENT, OLD), now);

  @Test
  void each_secret_signs_the_time_and_the_body() throws Exception {
    long t = now.getEpochSecond();

    assertThat(headers)
        .containsEntry(
            "service-signature",
            "t=%d,v1=%s,v1=%s".formatted(t, mac(CURRENT, t + "." + BODY), mac(OLD, t + "." + BODY)))
        .containsEntry("webhook-id", "evt_1")
        .containsEntry("webhook-timestamp", Long.toString(t))
        .hasSize(4);
  }

  private static String mac(SigningSecret secret, String message) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.text().getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(message.getBytes(UTF_8)));
  }

  @Test
  void the_library_of_standard_webhooks_accepts_it_with_either_secret_and_no_other()
      throws Exception {
    var sent =
        HttpHeaders.of(
            headers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> List.of(it.getValue()))),
            (_, _) -> true);

    for (SigningSecret secret : List.of(CURRENT, OLD)) {
      new Webhook(secret.text()).verify(BODY, sent);
      assertThatThrownBy(() -> new Webhook(secret.text()).verify(BODY + " ", sent))
          .hasMessageContaining("signature");
    }
    SigningSecret other = SigningSecret.make(new SecureRandom());
    assertThatThrownBy(() -> new Webhook(other.text()).verify(BODY, sent))
        .hasMessageContaining("signature");
  }

  @Test
  void a_secret_has_random_letters_and_digits_and_prints_masked() {
    assertThat(CURRENT.text()).matches("whsec_[A-Za-z0-9]{44}").isNotEqualTo(OLD.text());
    assertThat(CURRENT).hasToString("SigningSecret[…]");
    Stream.of("", "whsec_", CURRENT.text() + "A", CURRENT.text().replace("whsec", "other"))
        .forEach(text ->
            assertThatThrownBy(() -> new SigningSecret(text))
                .isInstanceOf(IllegalArgumentException.class));
  }
}
