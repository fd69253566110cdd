package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.account.Accounts.NewKey;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Scope;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** `./florin keys create --like`. */
class KeysLikeTest {
  @Test
  void a_key_gets_the_scopes_that_another_one_used_in_30_days() {
    try (TestApp florin = TestApp.open()) {
      NewKey plugin = florin.app().accounts().createKey(florin.realm(), KeyKind.SECRET, "Plugin");
      String id = plugin.key().id().text();
      Cli.Ran unused = create(florin, "--like", id);
      assertThat(unused.code()).isNotZero();
      assertThat(unused.err()).contains("no request of " + id, "No key was created");

      try (var client = new TestClient(florin.app().port(), plugin.text().reveal())) {
        client.post("/v2/payments", TestApp.payment(500, "4242424242424242"));
        client.get("/v2/payments");
        client.get("/v2/customers");
        client.get("/v2/mandates");
        client.post("/v2/refunds", "{}");
      }
      florin.client().get("/v2/events");
      String logged = "SELECT 1 FROM request_log WHERE key_id = '" + plugin.key().id().uuid() + "'";
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> florin.query(logged).size() == 5);
      makeOlder(florin, "/v2/customers");
      florin.update("UPDATE request_log SET status = 403 WHERE route = '/v2/mandates'");

      Cli.Ran ran = create(florin, "--like", id, "--scopes", "payouts:read");

      assertThat(ran.err()).isEmpty();
      assertThat(ran.out()).contains("Scopes of 3 requests since ", "rk_test_");
      String made = ran.out().lines().toList().get(1).split(" ")[0];
      assertThat(
              florin
                  .app()
                  .accounts()
                  .findKey(KeyId.KIND.parse(made).orElseThrow())
                  .orElseThrow()
                  .rights()
                  .scopes())
          .containsExactlyInAnyOrder(
              Scope.PAYMENTS_READ, Scope.PAYMENTS_CREATE, Scope.REFUNDS_CREATE, Scope.PAYOUTS_READ);
    }
  }

  /** Gives a logged request the id of a time 31 days ago: the first 48 bits are milliseconds. */
  private static void makeOlder(TestApp florin, String route) {
    florin.update(
        """
        UPDATE request_log
           SET id = overlay(id::text placing '0190' from 1 for 4)::uuid
         WHERE route = '%s'
        """
            .formatted(route));
  }

  private static Cli.Ran create(TestApp florin, String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "keys";
    all[1] = "create";
    System.arraycopy(words, 0, all, 2, words.length);
    return Cli.run(
        Map.of(
            "FLORIN_DATABASE_URL",
            florin.database().url(),
            "FLORIN_KEYS_FILE",
            florin.keysFile().toString()),
        all);
  }
}
