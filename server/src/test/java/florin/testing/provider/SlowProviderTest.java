package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.HttpConfig;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A slow provider, on a node that runs two calls at the same time. */
class SlowProviderTest extends WithProvider {
  private static final String SLOW = "4000000000840084";

  @BeforeAll
  void openNarrow() {
    TestApp wide = florin;
    wide.close();
    florin =
        wide.openAnotherNodeWith(usual -> {
          HttpConfig http = usual.http();
          HttpConfig.Limits narrow = http.limits().withMaxInFlight(2);
          return Records.with(usual, "http", Records.with(http, "limits", narrow));
        });
  }

  @Test
  void a_call_beyond_the_limit_is_rejected_before_it_begins_and_other_requests_are_served() {
    set(Map.of());
    var slow = CompletableFuture.supplyAsync(() -> pay(SLOW, "automatic"));
    within().until(() -> provider.requests().stream().anyMatch(it -> it.endsWith("/confirm")));
    within().until(() -> pay(GOOD, "automatic").status() == 503);

    Reply refused = pay(GOOD, "automatic");

    assertThat(refused.text("/error/code")).isEqualTo("connector_unavailable");
    assertThat(refused.header("Retry-After")).contains("1");
    assertThat(florin.query("SELECT count(*)::text FROM payment WHERE status = 'processing'"))
        .containsExactly("1");
    assertThat(florin.post("/v2/customers", "{}").status()).isEqualTo(200);

    provider.hurry();
    assertThat(slow.join().status()).isEqualTo(200);
    within().until(() -> pay(GOOD, "automatic").status() == 200);
  }
}
