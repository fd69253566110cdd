package florin.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.db.Db;
import florin.testing.Poison;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The retention of idempotency records: Florin deletes only those that it no longer keeps. */
class RecordRetentionTest {
  @Test
  void only_expired_idempotency_keys_are_deleted() {
    try (var florin = TestApp.open();
        var db = new Db(florin.database())) {
      florin.post("/v2/customers", "{}", "old");
      florin.update("UPDATE idempotency SET expires_at = now() - interval '1 hour'");
      florin.post("/v2/customers", "{}", "new");
      var store = new RecordRetentionStore(db);

      store.deleteExpired(Instant.now());

      assertThat(florin.query("SELECT id FROM idempotency")).hasSize(1);
      assertThat(florin.post("/v2/customers", "{}", "new").isReplay()).isTrue();
    }
  }

  @Test
  void the_newest_records_of_publishable_keys_and_all_of_secret_keys_are_kept() {
    try (var florin = TestApp.open();
        var browser = new TestClient(florin.app().port(), florin.publishableKey());
        var db = new Db(florin.database())) {
      String card =
          "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}";
      florin.post("/v2/payment_methods", card, "merchant");
      for (String key : List.of("first", "second", "third")) {
        assertThat(browser.post("/v2/payment_methods", card, key).status()).isEqualTo(200);
      }
      var store = new RecordRetentionStore(db);

      assertThat(store.deleteCrowded(2)).as("this realm is scanned").isTrue();
      assertThat(store.deleteCrowded(2)).as("no other realm is scanned").isFalse();

      assertThat(florin.query("SELECT id FROM idempotency")).hasSize(3);
      assertThat(florin.post("/v2/payment_methods", card, "merchant").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "second").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "third").isReplay()).isTrue();
      assertThat(browser.post("/v2/payment_methods", card, "first").isReplay()).isFalse();
    }
  }

  @Test
  void a_realm_whose_records_cannot_be_deleted_blocks_no_other() {
    try (var florin = TestApp.open();
        var browser = new TestClient(florin.app().port(), florin.publishableKey());
        var db = new Db(florin.database())) {
      String card =
          "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}";
      browser.post("/v2/payment_methods", card, "key");
      florin.update(
          "INSERT INTO idempotency SELECT (jsonb_populate_record(i, '{\"realm_id\": 3}')).* FROM idempotency i");
      var store = new RecordRetentionStore(db);

      try (var _ = Poison.of(florin.database(), "DELETE", "idempotency", "OLD.realm_id = 2")) {
        assertThatThrownBy(() -> store.deleteCrowded(0)).hasMessageContaining("planted");
        store.deleteCrowded(0);
      }

      assertThat(florin.query("SELECT realm_id FROM idempotency")).containsExactly("2");
    }
  }

  /**
   * A step scans 64 blocks of 8 KiB. The service is closed, since its background job also deletes
   * records.
   */
  @Test
  void a_record_that_cannot_be_deleted_blocks_none_behind_it() {
    var florin = TestApp.open();
    try (florin) {
      florin.post("/v2/customers", "{}", "poison");
    }
    String poison = florin.query("SELECT id FROM idempotency").getFirst();
    florin.update("UPDATE idempotency SET expires_at = '2026-01-01'");
    florin.update(
        "INSERT INTO idempotency SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).* FROM idempotency i, generate_series(1, 6000)");
    try (var db = new Db(florin.database());
        var _ =
            Poison.of(
                florin.database(), "DELETE", "idempotency", "OLD.id = '%s'".formatted(poison))) {
      var store = new RecordRetentionStore(db);

      assertThatThrownBy(() -> store.deleteExpired(Instant.now())).hasMessageContaining("planted");

      assertThat(store.deleteExpired(Instant.now())).isPositive();
    }
  }
}
