package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller.KeyKind;
import florin.core.Hmac;
import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import florin.core.KeyedRequest;
import florin.db.Db;
import florin.idempotency.Idempotency;
import florin.idempotency.Origin;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each idempotency key has one effect and one response. */
@TestInstance(Lifecycle.PER_CLASS)
class IdempotencyApiTest {
  private static final String GOOD = "4242424242424242";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.openWithTwoCommitters();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {GOOD, "4000000000000002", "4242424242424241", "4000000000840027"})
  void the_first_response_is_replayed_byte_for_byte(String number) {
    String key = UUID.randomUUID().toString();
    Reply first = florin.post("/v2/payments", payment(1000, number), key);
    Reply second = florin.post("/v2/payments", payment(1000, number), key);
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    assertThat(second.header("Idempotent-Replayed")).contains("true");
    assertThat(second.status()).isEqualTo(first.status());
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Request-Id")).isNotEqualTo(first.header("Request-Id"));
  }

  @Test
  void a_hundred_concurrent_requests_with_one_key_create_one_payment() throws Exception {
    String key = UUID.randomUUID().toString();
    List<Future<Reply>> replies = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        replies.add(threads.submit(() -> florin.post("/v2/payments", payment(77_777, GOOD), key)));
      }
    }
    Set<String> bodies = new HashSet<>();
    int executed = 0;
    for (Future<Reply> reply : replies) {
      bodies.add(reply.get().body());
      executed += reply.get().header("Idempotent-Replayed").isEmpty() ? 1 : 0;
    }
    assertThat(bodies).hasSize(1);
    assertThat(executed).isEqualTo(1);
    assertThat(florin.query("SELECT id::text FROM payment WHERE amount = 77777")).hasSize(1);
    assertThat(florin.book().stream().filter(standing -> standing.amount().minor() == 77_777))
        .hasSize(1);
  }

  @Test
  void another_request_with_the_same_key_is_rejected() {
    String key = UUID.randomUUID().toString();
    florin.post("/v2/payments", payment(1000, GOOD), key);
    for (String other :
        List.of(
            payment(1001, GOOD),
            payment(1000, "5555555555554444"),
            payment(1000, GOOD).replace("usd", "eur"),
            payment(1000, GOOD).replaceFirst("\\{", "{\"description\": \"x\", "))) {
      Reply refused = florin.post("/v2/payments", other, key);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/error/type")).isEqualTo("idempotency_error");
      assertThat(refused.text("/error/code")).isEqualTo("idempotency_key_reused");
    }
  }

  @Test
  void a_request_with_other_formatting_is_the_same_request() {
    String key = UUID.randomUUID().toString();
    Reply first = florin.post("/v2/payments", payment(1000, GOOD), key);
    String otherwise =
        "{\"currency\":\"usd\",\"payment_method\":{\"card\":{\"exp_year\":2040,\"cvc\":\"999\",\"number\":\""
            + GOOD
            + "\",\"exp_month\":12},\"type\":\"card\"},\"amount\":1000}";
    assertThat(florin.post("/v2/payments", otherwise, key).body()).isEqualTo(first.body());
  }

  @Test
  void a_null_field_makes_a_different_request_than_a_missing_one() {
    String customer = "/v2/customers/" + florin.post("/v2/customers", "{}").text("/id");
    String key = UUID.randomUUID().toString();
    assertThat(florin.post(customer, "{}", key).status()).isEqualTo(200);
    assertThat(florin.post(customer, "{\"metadata\": null}", key).text("/error/code"))
        .isEqualTo("idempotency_key_reused");
  }

  @Test
  void a_request_rejected_before_execution_releases_its_key() {
    String key = UUID.randomUUID().toString();
    assertThat(florin.post("/v2/payments", payment(0, GOOD), key).status()).isEqualTo(400);
    Reply corrected = florin.post("/v2/payments", payment(10, GOOD), key);
    assertThat(corrected.status()).isEqualTo(200);
    assertThat(corrected.header("Idempotent-Replayed")).isEmpty();
  }

  @Test
  void an_expired_key_is_claimed_anew() {
    String key = UUID.randomUUID().toString();
    Reply first = florin.post("/v2/payments", payment(1000, GOOD), key);
    florin.update("UPDATE idempotency SET expires_at = now() - interval '1 second'");
    Reply second = florin.post("/v2/payments", payment(2000, GOOD), key);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.text("/id")).isNotEqualTo(first.text("/id"));
  }

  @Test
  void publishable_and_secret_keys_have_separate_idempotency_records() {
    String key = "order-" + UUID.randomUUID();
    String card =
        "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
            .formatted(GOOD);
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      Reply first = browser.post("/v2/payment_methods", card, key);
      assertThat(first.status()).isEqualTo(200);
      Reply again = browser.post("/v2/payment_methods", card, key);
      assertThat(again.isReplay()).isTrue();
      assertThat(again.body()).isEqualTo(first.body());

      Reply merchants = florin.post("/v2/payment_methods", card, key);
      assertThat(merchants.isReplay()).isFalse();
      assertThat(merchants.text("/card/fingerprint")).isNotEmpty();
      assertThat(browser.post("/v2/payment_methods", card, key).body()).isEqualTo(first.body());
    }
  }

  @Test
  void a_browser_cannot_block_the_merchants_idempotency_keys() {
    String key = "order-" + UUID.randomUUID();
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      browser.post(
          "/v2/payment_methods",
          "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
              .formatted(GOOD),
          key);
    }
    assertThat(florin.post("/v2/payments", payment(1000, GOOD), key).status()).isEqualTo(200);
  }

  /** After an upgrade, a repeated request still finds the response of the previous version. */
  @Test
  void the_record_of_a_secret_key_is_the_same_as_before_publishable_keys() {
    var hmac = new Hmac(new byte[] {1, 2, 3});
    ByteBuffer mac = ByteBuffer.wrap(hmac.of(florin.realm().id() + ":order-1"));
    try (var db = new Db(florin.database());
        var idempotency = new Idempotency(db, hmac)) {
      assertThat(idempotency.claim(florin.realm(), origin(KeyKind.SECRET)).orElseThrow().key().id())
          .isEqualTo(new UUID(mac.getLong(0), mac.getLong(8)));
      assertThat(idempotency.claim(florin.realm(), origin(KeyKind.PUBLISHABLE)).orElseThrow().key())
          .isNotEqualTo(
              idempotency.claim(florin.realm(), origin(KeyKind.SECRET)).orElseThrow().key());
    }
  }

  private static Origin origin(KeyKind kind) {
    return new Origin(
        new RequestId(new UUID(0, 0)),
        Optional.of(new KeyedRequest(kind, new IdempotencyKey("order-1"), "POST /v2/payments {}")));
  }

  @Test
  void neither_key_nor_request_is_kept() {
    String key = "order-" + UUID.randomUUID();
    String body = "{\"name\": \"Neither %s nor this\"}".formatted(key);
    florin.post("/v2/customers", body, key);
    assertThat(florin.query("SELECT i::text FROM idempotency i"))
        .isNotEmpty()
        .noneMatch(row -> row.contains(key) || row.contains(GOOD));
  }

  @Test
  void a_key_over_255_characters_is_rejected() {
    Reply tooLong = florin.post("/v2/payments", payment(1000, GOOD), "k".repeat(256));
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(tooLong.text("/error/code")).isEqualTo("idempotency_key_invalid");
    assertThat(tooLong.text("/error/type")).isEqualTo("idempotency_error");
    assertThat(florin.post("/v2/payments", payment(1000, GOOD), "k".repeat(255)).status())
        .isEqualTo(200);
  }
}
