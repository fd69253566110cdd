package florin.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is no longer kept goes, and nothing else. */
class SlotRetentionTest {
  @Test
  void expired_idempotency_keys_go_and_others_stay() {
    try (var florin = TestApp.open();
        var db = new Db(florin.database())) {
      florin.post("/v2/customers", "{}", "old");
      florin.update("UPDATE idempotency SET expires_at = now() - interval '1 hour'");
      florin.post("/v2/customers", "{}", "new");
      var store = new SlotRetentionStore(db);

      store.deleteExpired(Instant.now());

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
      var store = new SlotRetentionStore(db);

      assertThat(store.deleteCrowded(2)).as("this realm is looked at").isTrue();
      assertThat(store.deleteCrowded(2)).as("and there is no other").isFalse();

      assertThat(florin.query("SELECT id FROM idempotency")).hasSize(3);
      assertThat(florin.post("/v2/payment_methods", card, "merchant").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "second").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "third").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "first").isReplay()).isFalse();
    }
  }
}
