package florin.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.bank.CreditorReference;
import florin.core.Id.PaymentId;
import florin.core.Id.WebhookEndpointId;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Poison;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** An item that always fails doesn't block the other items of a background job for all tenants. */
@TestInstance(Lifecycle.PER_CLASS)
class PoisonItemsTest {
  private final TestApp florin = TestApp.open();
  private final BankShop shop = new BankShop(florin);

  @AfterAll
  void close() {
    florin.close();
  }

  /** The job reads ten files at a time. */
  @Test
  void abandoned_statement_files_that_cannot_be_deleted_block_no_other() {
    try (var _ = poison("DELETE", "bank_file", "OLD.bytes = 2")) {
      stage(20, 2, 3);
      stage(1, 1, 2);
      awaitNone("SELECT id FROM bank_file WHERE bytes = 1 AND status = 'staged'");
      assertThat(florin.query("SELECT id FROM bank_file WHERE bytes = 2")).hasSize(20);
    }
  }

  private void stage(int count, int bytes, int hoursAgo) {
    florin.update(
        """
        INSERT INTO bank_file (realm_id, id, status, hash, source, bytes, created_at)
        SELECT %d, id, 'staged', sha256(id::text::bytea), 'api', %d, now() - interval '%d hours'
          FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, %d)) ids
        """
            .formatted(florin.realm().id(), bytes, hoursAgo, count));
  }

  @Test
  void a_checkout_session_whose_query_is_always_slow_blocks_no_other() {
    String poison = session("https://shop.example/poison");
    String other = session("https://shop.example/other");
    try (var _ =
        Poison.ofSlow(
            florin.database(),
            "UPDATE",
            "checkout_session",
            "OLD.due_at < now() AND to_jsonb(OLD)::text LIKE '%shop.example/poison%'")) {
      florin.update(
          "UPDATE checkout_session c SET expires_at = now(), due_at = now() - CASE WHEN to_jsonb(c)::text LIKE '%/poison%' THEN interval '2 hours' ELSE interval '1 hour' END");
      awaitNone(
          "SELECT id FROM checkout_session c WHERE status = 'open' AND to_jsonb(c)::text LIKE '%/other%'");
      assertThat(status(other)).isEqualTo("expired");
      assertThat(status(poison)).isEqualTo("open");
    }
  }

  private String session(String success) {
    return florin
        .post(
            "/v2/checkout_sessions",
            "{\"amount\": 2300, \"currency\": \"eur\", \"success_url\": \"%s\", \"cancel_url\": \"https://shop.example/cart\"}"
                .formatted(success))
        .text("/id");
  }

  private String status(String session) {
    return florin.get("/v2/checkout_sessions/" + session).text("/status");
  }

  @Test
  void a_realm_whose_logged_requests_cannot_be_deleted_blocks_no_other() {
    String old = "SELECT 1 FROM request_log WHERE path = '/old' AND realm_id = ";
    try (var _ = poison("DELETE", "request_log", "OLD.path = '/old' AND OLD.realm_id = 2")) {
      florin.update(
          "INSERT INTO request_log (realm_id, id, created_at, method, route, path, status, duration_us, key_id, address) SELECT id, '01000000-0000-7000-8000-000000000001', now(), 'GET', '/', '/old', 200, 1, gen_random_uuid(), '' FROM realm");
      awaitNone(old + 3);
      assertThat(florin.query(old + 2)).hasSize(1);
    }
  }

  /** One round of the job tries 16 replays. */
  @Test
  void replays_whose_queries_are_always_slow_block_no_other() {
    List<String> poisons = IntStream.range(0, 16).mapToObj(_ -> endpoint()).toList();
    String other = endpoint();
    String replayed = "SELECT id FROM webhook_endpoint WHERE replay_after IS NOT NULL";
    try (var _ =
        Poison.ofSlow(
            florin.database(),
            "UPDATE",
            "webhook_endpoint",
            "OLD.replay_after IS NOT NULL AND OLD.id <> '%s'".formatted(other))) {
      florin.update(
          "UPDATE webhook_endpoint SET replay_after = '00000000-0000-0000-0000-000000000000', replay_until = 'ffffffff-ffff-ffff-ffff-ffffffffffff'");
      awaitNone(replayed + " AND id = '%s'".formatted(other));
      assertThat(florin.query(replayed)).hasSameElementsAs(poisons);
    }
  }

  private String endpoint() {
    String id =
        florin
            .post(
                "/v2/webhook_endpoints",
                "{\"url\": \"http://127.0.0.1:9/\", \"enabled_events\": [\"customer.deleted\"]}")
            .text("/id");
    return WebhookEndpointId.KIND.parse(id).orElseThrow().uuid().toString();
  }

  @Test
  void money_that_cannot_be_released_from_a_canceled_payment_blocks_no_other() {
    Waiting poison = shop.ask(1000);
    Waiting other = shop.ask(1001);
    shop.book(
        poison.iban(),
        Line.credit(500, "P1", poison.reference()),
        Line.credit(501, "P2", other.reference()));
    shop.awaitMatched();
    try (var _ =
        poison(
            "UPDATE",
            "bank_transfer",
            "OLD.state = 'closed' AND OLD.reference = '%s'".formatted(poison.reference()))) {
      cancel(poison);
      cancel(other);
      awaitNone(
          "SELECT 1 FROM bank_transfer WHERE received > 0 AND reference = '%s'"
              .formatted(other.reference()));
      assertThat(
              florin.query(
                  "SELECT 1 FROM bank_transfer WHERE received > 0 AND reference = '%s'"
                      .formatted(poison.reference())))
          .hasSize(1);
    }
  }

  private void cancel(Waiting payment) {
    var reply = florin.post("/v2/payments/" + payment.id() + "/cancel", "{}");
    assertThat(reply.text("/status")).as(reply.body()).isEqualTo("canceled");
  }

  /** The job reads fifty transfers at a time. These transfers have no attempt. */
  @Test
  void many_transfers_whose_money_cannot_be_released_block_no_other() {
    Waiting other = shop.ask(1002);
    shop.book(other.iban(), Line.credit(502, "P3", other.reference()));
    shop.awaitMatched();
    florin.update(
        """
        INSERT INTO bank_transfer
        SELECT (jsonb_populate_record(t, jsonb_build_object('id', '00000000-0000-4000-8000-' || right(r, 12), 'reference', r, 'state', 'closed'))).*
          FROM bank_transfer t, unnest(?) r
         WHERE t.reference = ?
        """,
        LongStream.rangeClosed(1, 60)
            .mapToObj(number -> CreditorReference.of(number).text())
            .toArray(String[]::new),
        other.reference());
    cancel(other);

    awaitNone(
        "SELECT 1 FROM bank_transfer WHERE received > 0 AND reference = '%s'"
            .formatted(other.reference()));
    assertThat(
            florin.update(
                "DELETE FROM bank_transfer WHERE id < '00000000-0000-4000-8001-000000000000'"))
        .isEqualTo(60);
  }

  @Test
  void a_statement_that_cannot_be_marked_as_matched_blocks_no_other_of_its_account() {
    Waiting poison = shop.ask(2000);
    Waiting other = shop.ask(2001);
    try (var _ =
        Poison.ofSlow(
            florin.database(), "UPDATE", "bank_statement", "NEW.matched AND OLD.credits = 2000")) {
      shop.book(poison.iban(), Line.credit(2000, "M1", poison.reference()));
      shop.book(other.iban(), Line.credit(2001, "M2", other.reference()));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> shop.payment(other).text("/status").equals("succeeded"));
    }
  }

  @Test
  void an_entry_that_cannot_be_matched_blocks_no_other_of_its_statement() {
    Waiting poison = shop.ask(3000);
    Waiting other = shop.ask(3001);
    try (var _ = poison("INSERT", "bank_match", "NEW.amount = 3000")) {
      shop.book(
          poison.iban(),
          Line.credit(3000, "N1", poison.reference()),
          Line.credit(3001, "N2", other.reference()));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> shop.payment(other).text("/status").equals("succeeded"));
      assertThat(shop.payment(poison).text("/status")).isEqualTo("requires_action");
    }
    shop.awaitMatched();
  }

  /** An earlier life of the node left the first attempt. The second one is merely due. */
  @Test
  void an_abandoned_attempt_that_cannot_be_taken_over_blocks_no_other() {
    TestApp first = TestApp.open();
    String poison;
    String other;
    try (var _ = Poison.of(first.database(), "UPDATE", "attempt", "OLD.status = 'pending'")) {
      try (first) {
        poison = pending(first);
        other = pending(first);
      }
    }
    first.update(
        "UPDATE attempt SET node = gen_random_uuid(), due_at = now() WHERE payment_id = '%s'"
            .formatted(other));
    String left = "OLD.payment_id = '%s'".formatted(poison);
    try (var _ = Poison.of(first.database(), "UPDATE", "attempt", left);
        var next = first.reopen()) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              next.query("SELECT status FROM payment WHERE id = '%s'".formatted(other))
                  .equals(List.of("succeeded")));
      assertThat(next.query("SELECT status FROM attempt WHERE payment_id = '%s'".formatted(poison)))
          .containsExactly("pending");
    }
  }

  private static String pending(TestApp florin) {
    String id =
        florin
            .post(
                "/v2/payments",
                """
                {"amount": 5000, "currency": "usd", "payment_method": {"type": "card", "card":
                 {"number": "4000000000840118", "exp_month": 12, "exp_year": 2040}}}\
                """)
            .text("/id");
    return PaymentId.KIND.parse(id).orElseThrow().uuid().toString();
  }

  private Poison poison(String write, String table, String rows) {
    return Poison.of(florin.database(), write, table, rows);
  }

  private void awaitNone(String sql) {
    await().atMost(Duration.ofSeconds(30)).until(() -> florin.query(sql).isEmpty());
  }
}
