package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import florin.db.Db;
import florin.idempotency.Idempotency;
import florin.testing.TestApp;
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
}
