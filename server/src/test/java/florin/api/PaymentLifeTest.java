package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The stages of a payment: begun, requested, finished. The crash matrices interrupt it at each
 * step.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentLifeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GOOD = "4242424242424242";
  private static final String DECLINED = "4000000000000002";
  private static final String CHALLENGED = "4000000000003220";
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
  void a_recovered_payment_equals_one_whose_process_lived() {
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
          .containsExactly("payment.amount_capturable_updated");
    }
  }

  @Test
  void a_payment_with_a_slow_call_is_shown_as_processing_before_its_first_event() {
    try (TestApp own = TestApp.open()) {
      var reply =
          CompletableFuture.supplyAsync(
              () -> own.post("/v2/payments", TestApp.payment(1000, SLOW), "slow"));
      await()
          .atMost(PATIENCE)
          .until(() -> own.get("/v2/payments?status=processing").texts("/data", "id").size() == 1);
      assertThat(reply).isNotDone();
      assertThat(own.get("/v2/events").texts("/data", "type")).isEmpty();
      assertThat(reply.join().text("/status")).isEqualTo("succeeded");
      assertThat(own.get("/v2/events").texts("/data", "type")).containsExactly("payment.succeeded");
      assertThat(own.get("/v2/payments").texts("/data", "status")).containsExactly("succeeded");
      assertThat(own.post("/v2/payments", TestApp.payment(1000, SLOW), "slow").body())
          .isEqualTo(reply.join().body());
    }
  }

  @Test
  void only_a_payment_that_outlives_its_request_is_announced_as_created() {
    for (var card :
        Map.of(
                GOOD,
                List.of("payment.succeeded"),
                DECLINED,
                List.of("payment.failed"),
                PENDING,
                List.of("payment.processing", "payment.created"),
                CHALLENGED,
                List.of("payment.requires_action", "payment.created"))
            .entrySet()) {
      Reply paid = florin.post("/v2/payments", TestApp.payment(1000, card.getKey()));
      assertThat(florin.get("/v2/events?object_id=" + paid.payment()).texts("/data", "type"))
          .as(card.getKey())
          .containsExactlyElementsOf(card.getValue());
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
    TestApp life = TestApp.open(SimulatedCrash.at(step));
    assertThatThrownBy(() -> life.post("/v2/payments", body, key))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(life.awaitCrash(PATIENCE)).isTrue();
    assertThat(life.query("SELECT status FROM payment")).containsExactly("processing");
    return life;
  }

  private static boolean isResolved(TestApp app) {
    return !app.query("SELECT id FROM payment WHERE status <> 'processing'").isEmpty();
  }

  /**
   * Replaces the values that differ between any two payments: IDs, times, and secrets derived from
   * them.
   */
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
