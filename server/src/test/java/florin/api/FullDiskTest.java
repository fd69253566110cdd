package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** PostgreSQL reports a full disk, which triggers simulate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FullDiskTest {
  private static final String PAYMENT = TestApp.payment(1000, "4242424242424242");

  private static final long MORE_THAN_THERE_IS = 1L << 60;

  private static final List<String> GROWING = List.of("payment", "event", "room");

  private TestApp florin;

  @BeforeAll
  void start() {
    florin = TestApp.open();
  }

  @AfterAll
  void stop() {
    florin.close();
  }

  @Test
  void a_full_disk_returns_503_until_space_is_free() {
    assertThat(florin.get("/readyz").status()).isEqualTo(200);
    fill("53100");

    Reply refused = florin.post("/v2/payments", PAYMENT, "a-full-disk");
    assertThat(refused.status()).as(refused.body()).isEqualTo(503);
    assertThat(refused.text("/error/code")).isEqualTo("database_unavailable");
    assertThat(refused.header("Retry-After")).contains("1");
    assertThat(florin.get("/v2/payments").status()).as("a request that only reads").isEqualTo(200);
    Reply ready = florin.get("/readyz");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.text("/reason")).isEqualTo("disk");

    // A customer may fit into an existing page, so its creation doesn't prove that the disk has
    // space.
    assertThat(florin.post("/v2/customers", "{}").status()).isEqualTo(503);
    florin.update("DROP TRIGGER no_room ON event");
    Reply kept = florin.post("/v2/customers", "{}");
    assertThat(kept.status()).as(kept.body()).isEqualTo(200);
    assertThat(florin.get("/readyz").text("/reason")).isEqualTo("disk");

    empty();
    Awaitility.await().until(() -> florin.get("/readyz").status() == 200);
    assertThat(florin.post("/v2/payments", PAYMENT, "a-full-disk").status()).isEqualTo(200);
  }

  @Test
  void other_lacking_resources_of_postgresql_return_503_and_the_node_stays_ready() {
    for (String lacking : List.of("53200", "53300", "53400")) {
      fill(lacking);
      assertThat(florin.post("/v2/customers", "{}").status()).as(lacking).isEqualTo(503);
      empty();
      assertThat(florin.get("/readyz").status()).as(lacking).isEqualTo(200);
    }
    assertThat(florin.post("/v2/customers", "{}").status()).isEqualTo(200);
  }

  @Test
  void before_the_disk_is_full_no_new_work_begins_and_started_work_completes() {
    String held =
        florin
            .post(
                "/v2/payments",
                PAYMENT.replace("\"usd\",", "\"usd\", \"capture_method\": \"manual\","),
                "before")
            .text("/id");
    try (TestApp scarce =
        florin.openAnotherNodeWith(usual ->
            Records.with(
                Records.with(usual, "database", Optional.empty()),
                "leastDiskFree",
                MORE_THAN_THERE_IS))) {
      Reply ready = scarce.get("/readyz");
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.text("/reason")).isEqualTo("disk");
      Reply refused = scarce.post("/v2/payments", PAYMENT, "after");
      assertThat(refused.status()).as(refused.body()).isEqualTo(503);
      assertThat(refused.text("/error/code")).isEqualTo("database_unavailable");
      assertThat(refused.text("/error/message")).contains("nearly full");
      assertThat(refused.header("Retry-After")).contains("30");
      assertThat(scarce.get("/metrics").body())
          .contains(
              "florin_disk_free_bytes{folder=\"data\"}", "florin_disk_least_free_bytes 1.1529");

      assertThat(scarce.post("/v2/payments/" + held + "/capture", "{}").status()).isEqualTo(200);
      assertThat(
              scarce
                  .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 100}".formatted(held))
                  .status())
          .isEqualTo(200);
    }
    assertThat(florin.post("/v2/payments", PAYMENT, "after").status()).isEqualTo(200);
  }

  /** Makes inserts fail. Updates of existing rows, such as a committer's own row, still succeed. */
  private void fill(String sqlState) {
    florin.update(
        """
        CREATE OR REPLACE FUNCTION have_no_room() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'could not extend file' USING ERRCODE = '%s';
        END $$
        """
            .formatted(sqlState));
    for (String table : GROWING) {
      florin.update(
          "CREATE TRIGGER no_room BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION have_no_room()"
              .formatted(table));
    }
  }

  private void empty() {
    for (String table : GROWING) {
      florin.update("DROP TRIGGER IF EXISTS no_room ON " + table);
    }
  }
}
