package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.testing.TestApp;
import florin.webhook.WebhookHealth.EndpointHealth;
import florin.webhook.WebhookHealth.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The overview of the webhooks' health. */
class WebhookHealthTest {
  @Test
  void failing_endpoints_come_first_with_their_waiting_deliveries_and_of_one_realm_only() {
    try (var receiver = new Receiver();
        var florin = TestApp.open()) {
      String well = endpoint(florin, receiver, "/well");
      florin.post("/v2/customers", "{}");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> !florin.query("SELECT 1 FROM delivery WHERE status = 'delivered'").isEmpty());
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

      List<EndpointHealth> all = florin.app().webhookHealth().listEndpoints(florin.realm());

      assertThat(all).extracting(endpoint -> endpoint.id().text()).containsExactly(bad, off, well);
      assertThat(all)
          .extracting(EndpointHealth::state)
          .containsExactly(EndpointState.FAILING, EndpointState.DISABLED, EndpointState.ENABLED);
      assertThat(all.get(0).failingSince()).isPresent();
      assertThat(all).noneMatch(EndpointHealth::isDisabledByUs);
      assertThat(all).allMatch(endpoint -> endpoint.oldestDue().isEmpty());
      assertThat(
              inTwoHours(florin)
                  .getFirst()
                  .oldestDue()
                  .map(Instant::getEpochSecond)
                  .map(Object::toString))
          .contains(
              florin
                  .query("SELECT floor(extract(epoch FROM min(due_at)))::bigint FROM delivery")
                  .getFirst());
      assertThat(florin.app().webhookHealth().listEndpoints(Realm.of(1, Mode.LIVE))).isEmpty();
    }
  }

  private static String endpoint(TestApp florin, Receiver receiver, String path) {
    return florin
        .post("/v2/webhook_endpoints", "{\"url\": \"" + receiver.url(path) + "\"}")
        .text("/id");
  }

  private static List<EndpointHealth> inTwoHours(TestApp florin) {
    InstantSource clock = InstantSource.fixed(Instant.now().plus(Duration.ofHours(2)));
    try (var db = Db.walkingIndexes(florin.database())) {
      return new WebhookHealth(new WebhookHealthStore(db), new EndpointHourStore(db), clock)
          .listEndpoints(florin.realm());
    }
  }
}
