package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.account.KeyText;
import florin.config.Config;
import florin.core.Caller.KeyKind;
import florin.core.Mode;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest;
import java.security.SecureRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitApiTest {
  /**
   * Each well-formed unknown key costs a query, so the guesses of an address are limited. Florin
   * recognizes malformed keys without a query.
   */
  @Test
  void an_address_can_guess_a_limited_number_of_keys_and_valid_keys_still_work() {
    try (TestApp florin = TestApp.open()) {
      assertThat(florin.get("/v2/payments").status()).isEqualTo(200);
      var random = new SecureRandom();
      Reply refused = guess(florin, random);
      for (int i = 0; i < 2000 && refused.status() == 401; i++) {
        refused = guess(florin, random);
      }
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.text("/error/code")).isEqualTo("rate_limit");
      assertThat(refused.header("Retry-After")).isPresent();
      assertThat(florin.get("/v2/payments").status()).isEqualTo(200);
      assertThat(florin.client().send(as(florin, "sk_test_mistyped")).status()).isEqualTo(401);
    }
  }

  private static Reply guess(TestApp florin, SecureRandom random) {
    String key = KeyText.make(KeyKind.SECRET, Mode.TEST, random).reveal();
    return florin.client().send(as(florin, key));
  }

  private static HttpRequest as(TestApp florin, String key) {
    return florin
        .client()
        .request("/v2/payments")
        .setHeader("Authorization", "Bearer " + key)
        .build();
  }

  private static final String PATH = "/v2/payments/pay_01h455vb4pex5vsknk084sn02q";

  @Test
  void a_key_past_its_burst_must_wait_and_another_key_need_not() {
    try (TestApp florin = TestApp.openLimited(new Config.Rate(1, 3))) {
      var replies = IntStream.range(0, 4).mapToObj(_ -> florin.get(PATH)).toList();
      assertThat(replies.stream().map(Reply::status)).containsExactly(404, 404, 404, 429);

      Reply refused = replies.getLast();
      assertThat(refused.text("/error/type")).isEqualTo("rate_limit_error");
      assertThat(refused.text("/error/code")).isEqualTo("rate_limit");
      assertThat(refused.header("Retry-After")).contains("1");
      assertThat(refused.header("RateLimit-Remaining")).contains("0");
      assertThat(replies.getFirst().header("RateLimit-Limit")).contains("1");
      assertThat(replies.getFirst().header("RateLimit-Remaining")).contains("2");

      String other = florin.app().accounts().create("Other").testSecret().text().reveal();
      try (var client = new TestClient(florin.app().port(), other)) {
        assertThat(client.get(PATH).status()).isEqualTo(404);
      }
    }
  }
}
