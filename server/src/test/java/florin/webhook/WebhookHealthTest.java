package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.testing.TestApp;
import florin.webhook.WebhookHealth.EndpointHealth;
import florin.webhook.WebhookHealth.EndpointState;
import florin.webhook.WebhookHealth.HealthSummary;
import florin.webhook.WebhookHealth.Latest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
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
          .until(() -> standing(florin).latest().equals(new Latest(1, 0, 0)));
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

      HealthSummary standing = standing(florin);

      assertThat(standing.latest()).isEqualTo(new Latest(1, 3, 0));
      assertThat(standing.endpoints())
          .extracting(endpoint -> endpoint.id().text())
          .containsExactly(bad, off, well);
      assertThat(standing.endpoints())
          .extracting(EndpointHealth::state)
          .containsExactly(EndpointState.FAILING, EndpointState.DISABLED, EndpointState.ENABLED);
      assertThat(standing.oldestDue()).isEmpty();
      assertThat(inTwoHours(florin).oldestDue().map(Instant::getEpochSecond).map(Object::toString))
          .contains(
              florin
                  .query("SELECT floor(extract(epoch FROM min(due_at)))::bigint FROM delivery")
                  .getFirst());
      assertThat(florin.app().webhookHealth().of(Realm.of(1, Mode.LIVE)))
          .isEqualTo(new HealthSummary(new Latest(0, 0, 0), List.of()));
    }
  }

  private static String endpoint(TestApp florin, Receiver receiver, String path) {
    return florin
        .post("/v2/webhook_endpoints", "{\"url\": \"" + receiver.url(path) + "\"}")
        .text("/id");
  }

  private static HealthSummary inTwoHours(TestApp florin) {
    InstantSource clock = InstantSource.fixed(Instant.now().plus(Duration.ofHours(2)));
    try (var db = Db.walkingIndexes(florin.database())) {
      return new WebhookHealth(new WebhookHealthStore(db), clock).of(florin.realm());
    }
  }

  private static HealthSummary standing(TestApp florin) {
    return florin.app().webhookHealth().of(florin.realm());
  }
}
