package florin.lists;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The retention of the lists: entries that have ended, and what the block list has stopped. */
class ListRetentionTest {
  @Test
  void a_day_after_their_end_entries_are_deleted_and_the_others_stay() {
    try (var florin = TestApp.open();
        var db = new Db(florin.database())) {
      add(florin, "stays", "");
      add(florin, "expires-later", ", \"expires_at\": 4102444800");
      add(florin, "expired", ", \"expires_at\": 4102444800");
      florin.update(
          "UPDATE list_entry SET expires_at = now() + interval '1 minute' WHERE value = 'expired@a.example'");
      String removed = add(florin, "removed", "");
      florin.client().send(florin.client().request("/v2/lists/block/" + removed).DELETE().build());

      assertThat(ListJob.deleteOld(db, Instant.now().plus(Duration.ofHours(23)))).isZero();
      assertThat(ListJob.deleteOld(db, Instant.now().plus(Duration.ofHours(25)))).isEqualTo(2);
      assertThat(florin.query("SELECT value FROM list_entry"))
          .containsExactlyInAnyOrder("stays@a.example", "expires-later@a.example");
    }
  }

  @Test
  void a_payment_shows_its_block_for_29_days() {
    try (var florin = TestApp.open();
        var db = new Db(florin.database())) {
      florin.post("/v2/lists/block", "{\"kind\": \"card_bin\", \"value\": \"424242\"}");
      String failed =
          florin
              .post("/v2/payments", TestApp.payment(1000, "4242424242424242"))
              .text("/error/payment");

      assertThat(ListJob.deleteOld(db, Instant.now().plus(Duration.ofDays(28)))).isZero();
      assertThat(florin.get("/v2/payments/" + failed).has("/risk")).isTrue();
      assertThat(ListJob.deleteOld(db, Instant.now().plus(Duration.ofDays(30)))).isEqualTo(1);
      assertThat(florin.get("/v2/payments/" + failed).has("/risk")).isFalse();
    }
  }

  @Test
  void the_lists_in_memory_have_a_part_of_the_heap() {
    assertThat(Lists.mostEntries(64L << 20)).isEqualTo(10_202);
    assertThat(Lists.mostEntries(320L << 20)).isEqualTo(26_214);
    assertThat(Lists.mostEntries(1L << 40)).isEqualTo(200_000);
  }

  private static String add(TestApp florin, String name, String more) {
    return florin
        .post(
            "/v2/lists/block",
            "{\"kind\": \"email\", \"value\": \"%s@a.example\"%s}".formatted(name, more))
        .text("/id");
  }
}
