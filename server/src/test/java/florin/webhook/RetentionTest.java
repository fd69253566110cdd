package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.db.Db;
import florin.idempotency.Idempotency;
import florin.testing.Poison;
import florin.testing.TestApp;
import florin.webhook.WebhookModule.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Florin deletes expired data and nothing else. */
class RetentionTest {
  @Test
  void old_events_go_with_their_deliveries_and_attempts_and_new_ones_stay() {
    try (var receiver = new Receiver();
        var florin = TestApp.open()) {
      florin.post("/v2/webhook_endpoints", "{\"url\": \"" + receiver.url("/hook") + "\"}");
      florin.post("/v2/customers", "{}");
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() ->
              !florin.query("SELECT id FROM delivery WHERE status = 'delivered'").isEmpty()
                  && areFollowed(florin));
      try (var db = new Db(florin.database())) {
        var store = new RetentionStore(db);
        assertThat(store.deleteEventsBefore(Instant.now().minus(Duration.ofDays(30)))).isZero();
        assertThat(florin.query("SELECT id FROM event")).hasSize(1);

        // The first pass has reached the last realm, so the next one starts again.
        store.deleteEventsBefore(Instant.now());
        store.deleteEventsBefore(Instant.now().plus(Duration.ofDays(1)));
        assertThat(florin.query("SELECT id FROM event")).isEmpty();
        assertThat(florin.query("SELECT id FROM delivery")).isEmpty();
        assertThat(florin.query("SELECT delivery_id FROM delivery_attempt")).isEmpty();
        assertThat(florin.query("SELECT id FROM customer")).hasSize(1);
      }
    }
  }

  /** The next claim completes the delivery, because its event is gone. */
  @Test
  void a_delivery_that_is_pending_outlives_its_event() {
    TestApp florin = TestApp.open();
    try (florin) {
      florin.post("/v2/customers", "{}");
      florin.post("/v2/customers", "{}");
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> areFollowed(florin));
    }
    florin.update(
        """
        INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at, completed_at)
        SELECT realm_id, id, gen_random_uuid(), id,
               CASE n WHEN 1 THEN 'pending' ELSE 'exhausted' END, 1, 1,
               CASE n WHEN 1 THEN now() END, now(), CASE n WHEN 2 THEN now() END
          FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM event) e
        """);
    try (var db = new Db(florin.database())) {
      new RetentionStore(db).deleteEventsBefore(Instant.now().plus(Duration.ofDays(1)));
    }
    assertThat(florin.query("SELECT id FROM event")).isEmpty();
    assertThat(florin.query("SELECT status FROM delivery")).containsExactly("pending");
  }

  @Test
  void a_realm_whose_events_cannot_be_deleted_blocks_no_other() {
    TestApp florin = TestApp.open();
    try (florin) {
      florin.post("/v2/customers", "{}");
      florin.post("/v2/customers", "{}");
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> areFollowed(florin));
    }
    long first = florin.realm().id();
    florin.update(
        "UPDATE event SET realm_id = realm_id + 1 WHERE id = (SELECT id FROM event ORDER BY id DESC LIMIT 1)");
    try (var _ = Poison.of(florin.database(), "DELETE", "event", "OLD.realm_id = " + first);
        var db = new Db(florin.database())) {
      var store = new RetentionStore(db);
      Instant future = Instant.now().plus(Duration.ofDays(1));

      assertThatThrownBy(() -> store.deleteEventsBefore(future)).hasMessageContaining("planted");
      assertThat(store.deleteEventsBefore(future)).isEqualTo(1);
    }
    assertThat(florin.query("SELECT id FROM event WHERE realm_id = " + first)).hasSize(1);
  }

  @Test
  void an_event_that_is_not_counted_yet_is_kept_regardless_of_its_age() {
    TestApp florin = TestApp.open();
    try (florin) {
      florin.post("/v2/customers", "{}");
    }
    florin.update("UPDATE projection SET position = '0'");
    try (var db = new Db(florin.database())) {
      var store = new RetentionStore(db);
      Instant future = Instant.now().plus(Duration.ofDays(1));

      assertThat(store.deleteEventsBefore(future)).isZero();
      assertThat(florin.query("SELECT id FROM event")).hasSize(1);

      florin.update("UPDATE projection SET position = e.position, event_id = e.id FROM event e");
      // The earlier pass has reached the last realm, so the next one starts again.
      store.deleteEventsBefore(future);
      store.deleteEventsBefore(future);
      assertThat(florin.query("SELECT id FROM event")).isEmpty();
    }
  }

  /** The data of an idempotency record was written together with it, or after it was claimed. */
  @Test
  void no_setting_deletes_an_event_before_the_key_whose_response_it_holds() {
    assertThatIllegalArgumentException().isThrownBy(() -> keeping(Idempotency.KEPT));
    assertThat(keeping(Idempotency.EVENTS_NEEDED).eventsKept())
        .isGreaterThanOrEqualTo(Idempotency.KEPT.plusHours(1));
  }

  private static WebhookSettings keeping(Duration events) {
    return new WebhookSettings(List.of(), 1, 1, RetrySchedule.DEFAULT, events);
  }

  /** Returns whether every projection has applied all events. */
  private static boolean areFollowed(TestApp florin) {
    return florin
        .query(
            "SELECT p.name FROM projection p JOIN event_log e ON (e.position, e.id) > (p.position, p.event_id)")
        .isEmpty();
  }
}
