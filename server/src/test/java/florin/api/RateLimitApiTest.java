package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.Config;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitApiTest {
  private static final String PATH = "/v2/payments/pay_01h455vb4pex5vsknk084sn02q";

  @Test
  void past_its_burst_a_key_is_told_to_wait_and_another_key_is_not() {
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
