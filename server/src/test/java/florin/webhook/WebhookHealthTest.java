package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Mode;
import florin.core.Realm;
import florin.testing.TestApp;
import florin.webhook.WebhookHealth.Endpoint;
import florin.webhook.WebhookHealth.Latest;
import florin.webhook.WebhookHealth.Standing;
import florin.webhook.WebhookHealth.State;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How webhooks are doing, at a glance. */
class WebhookHealthTest {
  @Test
  void failing_endpoints_come_first_with_what_waits_for_them_and_of_one_realm_only() {
    try (var receiver = new Receiver();
        var florin = TestApp.open()) {
      String well = endpoint(florin, receiver, "/well");
      florin.post("/v2/customers", "{}");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> standing(florin).latest().equals(new Latest(1, 0, 0, 0)));
      String off = endpoint(florin, receiver, "/off");
      florin.post("/v2/webhook_endpoints/" + off, "{\"status\": \"disabled\"}");
      String bad = endpoint(florin, receiver, "/bad");
      florin.update(
          "UPDATE webhook_endpoint SET failing_since = now(), failures = 3 WHERE url LIKE '%/bad'");
      florin.update(
          """
          INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
          SELECT d.realm_id, gen_random_uuid(), e.id, d.event_id, 'pending', 1, 1, now() + n * interval '1 hour', now()
            FROM delivery d, webhook_endpoint e, generate_series(1, 3) n
           WHERE e.url LIKE '%/bad'
          """);

      Standing standing = standing(florin);

      assertThat(standing.latest()).isEqualTo(new Latest(1, 3, 0, 0));
      assertThat(standing.endpoints())
          .extracting(endpoint -> endpoint.id().text())
          .containsExactly(bad, off, well);
      assertThat(standing.endpoints())
          .extracting(Endpoint::state)
          .containsExactly(State.FAILING, State.DISABLED, State.ENABLED);
      assertThat(standing.endpoints().getFirst().failures()).isEqualTo(3);
      assertThat(standing.endpoints().getFirst().pending()).isEqualTo(3);
      assertThat(standing.oldestDue()).isEmpty();
      assertThat(florin.app().webhookHealth().of(Realm.of(1, Mode.LIVE)))
          .isEqualTo(new Standing(new Latest(0, 0, 0, 0), java.util.List.of()));
    }
  }

  private static String endpoint(TestApp florin, Receiver receiver, String path) {
    return florin
        .post("/v2/webhook_endpoints", "{\"url\": \"" + receiver.url(path) + "\"}")
        .text("/id");
  }

  private static Standing standing(TestApp florin) {
    return florin.app().webhookHealth().of(florin.realm());
  }
}
