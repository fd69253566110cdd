package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import florin.db.Db;
import florin.idempotency.Idempotency;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is no longer kept goes, and nothing else. */
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
                  && florin.app().report().figures().behindSince().isEmpty());
      try (var db = new Db(florin.database())) {
        var store = new RetentionStore(db);
        assertThat(store.deleteEventsBefore(Instant.now().minus(Duration.ofDays(30)))).isZero();
        assertThat(florin.query("SELECT id FROM event")).hasSize(1);

        store.deleteEventsBefore(Instant.now()); // the end of the realms was reached: begins anew
        store.deleteEventsBefore(Instant.now().plus(Duration.ofDays(1)));
        assertThat(florin.query("SELECT id FROM event")).isEmpty();
        assertThat(florin.query("SELECT id FROM delivery")).isEmpty();
        assertThat(florin.query("SELECT delivery_id FROM delivery_attempt")).isEmpty();
        assertThat(florin.query("SELECT id FROM customer")).hasSize(1);
      }
    }
  }

  @Test
  void an_event_that_figures_have_not_counted_yet_stays_however_old_it_is() {
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
      store.deleteEventsBefore(future); // the end of the realms was reached: begins anew
      store.deleteEventsBefore(future);
      assertThat(florin.query("SELECT id FROM event")).isEmpty();
    }
  }

  /** What a slot refers to was written with it, or after it was claimed. */
  @Test
  void no_setting_lets_an_event_go_before_the_key_whose_answer_it_holds() {
    assertThatIllegalArgumentException().isThrownBy(() -> keeping(Idempotency.KEPT));
    assertThat(keeping(Idempotency.EVENTS_NEEDED).eventsKept())
        .isGreaterThanOrEqualTo(Idempotency.KEPT.plusHours(1));
  }

  private static WebhookSettings keeping(Duration events) {
    return new WebhookSettings(List.of(), 1, 1, RetrySchedule.DEFAULT, events);
  }

  @Test
  void expired_idempotency_keys_go_and_others_stay() {
    try (var florin = TestApp.open();
        var db = new Db(florin.database())) {
      florin.post("/v2/customers", "{}", "old");
      florin.update("UPDATE idempotency SET expires_at = now() - interval '1 hour'");
      florin.post("/v2/customers", "{}", "new");
      var store = new RetentionStore(db);

      store.deleteExpiredKeys(Instant.now());

      assertThat(florin.query("SELECT id FROM idempotency")).hasSize(1);
      assertThat(florin.post("/v2/customers", "{}", "new").isReplay()).isTrue();
    }
  }

  @Test
  void of_the_slots_of_publishable_keys_the_newest_stay_and_those_of_secret_keys_all() {
    try (var florin = TestApp.open();
        var browser = new TestClient(florin.app().port(), florin.publishableKey());
        var db = new Db(florin.database())) {
      String card =
          "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}";
      florin.post("/v2/payment_methods", card, "merchant");
      for (String key : List.of("first", "second", "third")) {
        assertThat(browser.post("/v2/payment_methods", card, key).status()).isEqualTo(200);
      }
      var store = new RetentionStore(db);

      assertThat(store.deleteCrowdedKeys(2)).as("this realm is looked at").isTrue();
      assertThat(store.deleteCrowdedKeys(2)).as("and there is no other").isFalse();

      assertThat(florin.query("SELECT id FROM idempotency")).hasSize(3);
      assertThat(florin.post("/v2/payment_methods", card, "merchant").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "second").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "third").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "first").isReplay()).isFalse();
    }
  }
}
