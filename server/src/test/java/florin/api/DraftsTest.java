package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.db.Db;
import florin.db.TestConnections;
import florin.payment.execution.Probe.Step;
import florin.payment.store.DraftStore;
import florin.testing.Poison;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * A payment that is written once, with its outcome, and what there is of it until then. What
 * becomes of a draft when its process dies, the crash tables say.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DraftsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GOOD = "4242424242424242";
  private static final String PENDING = "4000000000840118";
  private static final String SLOW = "4000000000840084";

  private static final String EVERYTHING =
      """
      {"amount": 7300, "currency": "eur", "capture_method": "manual", "description": "Two \\"chairs\\", é",
       "metadata": {"order": "7", "a": "b"}, "receipt_email": "x@example.com", "statement_descriptor": "CHAIRS",
       "return_url": "https://shop.example/back",
       "three_d_secure": {"version": "2.2.0", "eci": "05", "cryptogram": "AAABBEg0VhI0VniQEjRWAAAAAAA=", "ds_transaction_id": "f25084f0-5b16-4c0a-ae5d-b24808a95e4b", "trans_status": "Y"},
       "payment_method": {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"},
         "billing_details": {"name": "Ada L.", "email": "a@example.com", "phone": "+4930901820", "address":
           {"line1": "1 Road", "line2": "Back", "city": "B", "state": "S", "postal_code": "10115", "country": "DE"}}}}
      """;

  private final TestApp florin = TestApp.open();

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_usual_life_leaves_no_second_version_of_any_row() {
    Reply paid = florin.post("/v2/payments", TestApp.payment(1234, GOOD), key());
    assertThat(paid.status()).isEqualTo(200);
    UUID id = PaymentId.KIND.parse(paid.text("/id")).orElseThrow().uuid();
    assertThat(
            florin.query(
                "SELECT version || ' ' || status FROM payment WHERE id = ? AND xmax = 0", id))
        .containsExactly("2 succeeded");
    assertThat(florin.query("SELECT status FROM attempt WHERE payment_id = ? AND xmax = 0", id))
        .containsExactly("approved");
    assertThat(
            florin.query(
                "SELECT coalesce(i.status::text, '') FROM idempotency i WHERE resource_id = ? AND xmax = 0",
                id))
        .containsExactly("");
    assertThat(
            florin.query(
                "SELECT count(DISTINCT xmin::text) FROM (SELECT xmin FROM payment WHERE id = ? UNION ALL SELECT xmin FROM attempt WHERE payment_id = ? UNION ALL SELECT xmin FROM event WHERE object_id = ?)",
                id,
                id,
                id))
        .containsExactly("1");
  }

  @Test
  void rows_written_from_a_draft_equal_rows_written_without_one() {
    Reply once = florin.post("/v2/payments", EVERYTHING);
    assertThat(once.status()).as(once.body()).isEqualTo(200);
    TestApp dead = dieWith(Step.CALLED, EVERYTHING, key());
    try (TestApp next = dead.reopen()) {
      await().atMost(PATIENCE).until(() -> isResolved(next));
      Reply recovered =
          next.get("/v2/payments/" + next.get("/v2/payments").texts("/data", "id").getFirst());
      assertThat(comparable(recovered))
          .isEqualTo(comparable(florin.get("/v2/payments/" + once.text("/id"))));
      assertThat(next.get("/v2/events").texts("/data", "type"))
          .containsExactly("payment.amount_capturable_updated", "payment.created");
    }
  }

  @Test
  void a_payment_with_a_slow_call_is_shown_as_processing_and_created_once() {
    try (TestApp own = TestApp.open()) {
      var reply =
          CompletableFuture.supplyAsync(
              () -> own.post("/v2/payments", TestApp.payment(1000, SLOW), "slow"));
      await()
          .atMost(PATIENCE)
          .until(() -> own.get("/v2/payments?status=processing").texts("/data", "id").size() == 1);
      assertThat(reply).isNotDone();
      assertThat(own.get("/v2/events").texts("/data", "type")).containsExactly("payment.created");
      assertThat(reply.join().text("/status")).isEqualTo("succeeded");
      assertThat(own.get("/v2/payments").texts("/data", "status")).containsExactly("succeeded");
      assertThat(own.post("/v2/payments", TestApp.payment(1000, SLOW), "slow").body())
          .isEqualTo(reply.join().body());
    }
  }

  @Test
  void a_key_of_a_draft_stays_reserved_until_its_payment_is_written_even_if_expired() {
    String body = TestApp.payment(1000, GOOD);
    TestApp dead = dieWith(Step.CALLED, body, "expired");
    String draft = dead.query("SELECT resource_id FROM idempotency").getFirst();
    dead.update(
        "UPDATE idempotency SET expires_at = now() - interval '2 days', created_at = now() - interval '3 days'");
    try (TestApp next = dead.reopen()) {
      Reply anew = next.post("/v2/payments", body, "expired");
      assertThat(anew.status()).as(anew.body()).isIn(200, 409);
      await().atMost(PATIENCE).until(() -> isResolved(next));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(next.query("SELECT status FROM payment WHERE id = ?::uuid", draft))
                  .containsExactly("succeeded"));
    }
  }

  @Test
  void an_unreadable_draft_blocks_no_other() {
    TestApp dead = dieWith(Step.CALLED, TestApp.payment(1000, GOOD), key());
    dead.update("UPDATE idempotency SET draft = '{}'");
    try (TestApp next = dead.reopen()) {
      String pending = next.post("/v2/payments", TestApp.payment(1000, PENDING)).text("/id");
      await()
          .atMost(PATIENCE)
          .until(() -> next.get("/v2/payments/" + pending).text("/status").equals("succeeded"));
    }
  }

  @Test
  void a_draft_that_is_always_slow_to_write_blocks_no_other() {
    String body = TestApp.payment(1000, GOOD);
    TestApp first = dieWith(Step.CALLED, body, key());
    String slow = first.query("SELECT resource_id FROM idempotency").getFirst();
    try (var _ =
        Poison.ofSlow(first.database(), "INSERT", "payment", "NEW.id = '%s'".formatted(slow))) {
      TestApp second = dieWith(first.reopen(SimulatedCrash.at(Step.CALLED)), body, key());
      try (TestApp next = second.reopen()) {
        await().atMost(PATIENCE).until(() -> isResolved(next));
        assertThat(next.query("SELECT id FROM payment WHERE id = ?::uuid", slow)).isEmpty();
      }
    }
  }

  @Test
  void a_database_s_clock_that_was_set_back_hides_no_draft() {
    TestApp dead = dieWith(Step.CALLED, TestApp.payment(1000, GOOD), key());
    dead.update("UPDATE draft_mark SET written = now() + interval '1 hour'");
    try (TestApp next = dead.reopen()) {
      await().atMost(PATIENCE).until(() -> isResolved(next));
      await()
          .atMost(PATIENCE)
          .until(() -> next.query("SELECT 1 FROM draft_mark WHERE written > now()").isEmpty());
    }
  }

  @Test
  void no_draft_appears_behind_the_horizon() {
    try (var db = new Db(florin.database())) {
      var store = new DraftStore(db);
      Instant begun =
          TestConnections.run(
              florin.database(),
              connection -> {
                connection.setAutoCommit(false);
                Instant began =
                    Db.query(
                            connection,
                            "SELECT now() AS now",
                            row -> row.getTimestamp("now").toInstant())
                        .getFirst();
                assertThat(store.horizon().time().orElseThrow()).isBeforeOrEqualTo(began);
                connection.rollback();
                return began;
              });
      await().atMost(PATIENCE).until(() -> store.horizon().time().orElseThrow().isAfter(begun));
    }
  }

  @Test
  void a_key_belongs_to_one_operation_regardless_of_the_second_route() {
    String paid = florin.post("/v2/payments", TestApp.payment(900, GOOD)).text("/id");
    List<List<String>> requests =
        List.of(
            List.of("/v2/payments", TestApp.payment(901, GOOD)),
            List.of("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 1}".formatted(paid)),
            List.of("/v2/customers", "{}"),
            List.of("/v2/payments/" + paid, "{\"description\": \"x\"}"));
    for (List<String> first : requests) {
      for (List<String> second : requests) {
        String key = key();
        assertThat(florin.post(first.getFirst(), first.getLast(), key).status()).isEqualTo(200);
        Reply other = florin.post(second.getFirst(), second.getLast(), key);
        if (first.equals(second)) {
          assertThat(other.isReplay()).as(first + " again").isTrue();
        } else {
          assertThat(other.text("/error/code"))
              .as(first + ", then " + second)
              .isEqualTo("idempotency_key_reused");
        }
      }
    }
  }

  private static TestApp dieWith(Step step, String body, String key) {
    return dieWith(TestApp.open(SimulatedCrash.at(step)), body, key);
  }

  private static TestApp dieWith(TestApp life, String body, String key) {
    assertThatThrownBy(() -> life.post("/v2/payments", body, key))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(life.awaitCrash(PATIENCE)).isTrue();
    assertThat(life.query("SELECT id FROM payment")).isEmpty();
    return life;
  }

  private static boolean isResolved(TestApp app) {
    return !app.query("SELECT id FROM payment WHERE status <> 'processing'").isEmpty();
  }

  /** Without what is another payment's by nature: names, times and the secrets made of them. */
  private static String comparable(Reply reply) {
    return reply
        .body()
        .replaceAll("\"(id|client_secret|receipt_url|fingerprint)\":\"[^\"]*\"", "\"$1\":0")
        .replaceAll("\"(created|captured_at)\":\\d+", "\"$1\":0");
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }
}
