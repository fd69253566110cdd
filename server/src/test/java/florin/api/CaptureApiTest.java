package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.testing.Reconciliation;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Authorizes a payment first, then captures all or a part of it, or cancels it. */
@TestInstance(Lifecycle.PER_CLASS)
class CaptureApiTest {
  private static final String GOOD = "4242424242424242";
  private static final String CAPTURE_DECLINES = "4000000000840134";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.openWithTwoCommitters();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_manual_payment_waits_for_its_capture() {
    Reply payment = florin.get(path(authorize(1000, GOOD)));
    assertThat(payment.text("/status")).isEqualTo("requires_capture");
    assertThat(payment.number("/amount_capturable")).isEqualTo(1000);
    assertThat(payment.number("/amount_captured")).isZero();
    assertThat(payment.has("/receipt_url")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "{}, 1000",
    "{\"amount\": 1000}, 1000",
    "{\"amount\": 1}, 1",
    "{\"amount\": null}, 1000"
  })
  void a_partial_capture_releases_the_rest(String body, long captured) {
    String id = authorize(1000, GOOD);
    Reply reply = florin.post(path(id) + "/capture", body);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text("/status")).isEqualTo("succeeded");
    assertThat(reply.number("/amount")).isEqualTo(1000);
    assertThat(reply.number("/amount_capturable")).isZero();
    assertThat(reply.number("/amount_captured")).isEqualTo(captured);
    assertThat(reply.number("/captured_at")).isPositive();
    assertThat(reply.has("/receipt_url")).isTrue();
    assertThat(events(id))
        .containsExactly("payment.amount_capturable_updated", "payment.succeeded");
    assertThat(florin.get(path(id)).body()).isEqualTo(reply.body());
  }

  @Test
  void an_excessive_capture_is_rejected_and_its_key_can_be_reused() {
    String id = authorize(1000, GOOD);
    Reply refused = florin.post(path(id) + "/capture", "{\"amount\": 1001}", "capture-" + id);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("amount_too_large");
    assertThat(refused.text("/error/param")).isEqualTo("amount");
    assertThat(florin.post(path(id) + "/capture", "{\"amount\": 999}", "capture-" + id).status())
        .isEqualTo(200);
  }

  @Test
  void a_declined_capture_leaves_the_payment_unchanged() {
    String id = authorize(1000, CAPTURE_DECLINES);
    Reply declined = florin.post(path(id) + "/capture", "{}");
    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.text("/error/code")).isEqualTo("card_declined");
    assertThat(declined.text("/error/decline_code")).isEqualTo("do_not_honor");
    assertThat(declined.text("/error/payment")).isEqualTo(id);

    Reply payment = florin.get(path(id));
    assertThat(payment.text("/status")).isEqualTo("requires_capture");
    assertThat(payment.number("/amount_capturable")).isEqualTo(1000);
    assertThat(payment.has("/failure")).isFalse();
    assertThat(florin.post(path(id) + "/cancel", "{}").text("/status")).isEqualTo("canceled");
  }

  @Test
  void a_cancel_releases_the_authorized_amount() {
    String id = authorize(1000, GOOD);
    Reply reply = florin.post(path(id) + "/cancel", "{\"cancellation_reason\": \"duplicate\"}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text("/status")).isEqualTo("canceled");
    assertThat(reply.text("/cancellation_reason")).isEqualTo("duplicate");
    assertThat(reply.number("/amount_capturable")).isZero();
    assertThat(reply.number("/canceled_at")).isPositive();
    assertThat(events(id)).containsExactly("payment.amount_capturable_updated", "payment.canceled");
  }

  @Test
  void only_florin_can_expire_a_payment() {
    Reply refused =
        florin.post(
            path(authorize(1000, GOOD)) + "/cancel", "{\"cancellation_reason\": \"expired\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("parameter_invalid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"capture", "cancel"})
  void an_operation_on_a_final_payment_is_rejected_with_the_allowed_statuses(String call) {
    String succeeded = florin.post("/v2/payments", payment(1000, GOOD)).payment();
    Reply refused = florin.post(path(succeeded) + "/" + call, "{}", "key-" + call);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payment_unexpected_state");
    assertThat(refused.text("/error/message")).contains("is succeeded", "requires_capture");

    Reply again = florin.post(path(succeeded) + "/" + call, "{}", "key-" + call);
    assertThat(again.body()).isEqualTo(refused.body());
    assertThat(again.isReplay()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"capture", "cancel"})
  void an_unknown_payment_returns_404(String call) {
    for (String id : List.of("pay_01m8gr3151f1gbftabq6rnsd6y", "pay_x", "cus_1")) {
      Reply missing = florin.post(path(id) + "/" + call, "{}");
      assertThat(missing.status()).isEqualTo(404);
      assertThat(missing.text("/error/code")).isEqualTo("resource_missing");
    }
  }

  @Test
  void the_response_to_a_key_is_replayed_after_the_payment_changed() {
    String id = authorize(1000, GOOD);
    Reply first = florin.post(path(id) + "/capture", "{\"amount\": 400}", "k-" + id);
    Reply second = florin.post(path(id) + "/capture", "{\"amount\": 400}", "k-" + id);
    Reply other = florin.post(path(id) + "/capture", "{\"amount\": 500}", "k-" + id);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.isReplay()).isTrue();
    assertThat(other.text("/error/code")).isEqualTo("idempotency_key_reused");
  }

  @Test
  void one_of_many_concurrent_captures_and_cancels_is_executed() throws Exception {
    String id = authorize(1000, GOOD);
    List<Future<Reply>> replies = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        String call = i % 2 == 0 ? "/capture" : "/cancel";
        replies.add(threads.submit(() -> florin.post(path(id) + call, "{}")));
      }
    }
    int carriedOut = 0;
    for (Future<Reply> reply : replies) {
      assertThat(reply.get().status()).as(reply.get().body()).isIn(200, 400, 409);
      carriedOut += reply.get().status() == 200 ? 1 : 0;
    }
    assertThat(carriedOut).isEqualTo(1);
    assertThat(florin.get(path(id)).text("/status")).isIn("succeeded", "canceled");
  }

  @Test
  void a_payment_that_is_not_captured_in_time_is_canceled() {
    String id = authorize(1000, GOOD);
    letTimePass(id, Duration.ofDays(6));
    Reply early = florin.get(path(id));
    letTimePass(id, Duration.ofDays(1));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> florin.get(path(id)).text("/status").equals("canceled"));
    Reply late = florin.get(path(id));
    assertThat(early.text("/status")).isEqualTo("requires_capture");
    assertThat(late.text("/cancellation_reason")).isEqualTo("expired");
    assertThat(events(id).getLast()).isEqualTo("payment.canceled");
  }

  @Test
  void a_captured_payment_does_not_expire() {
    String id = authorize(1000, GOOD);
    florin.post(path(id) + "/capture", "{\"amount\": 300}");
    letTimePass(id, Duration.ofDays(8));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() ->
            florin
                .query(
                    "SELECT a.id FROM attempt a JOIN payment p ON p.id = a.payment_id WHERE a.due_at IS NOT NULL AND p.amount_captured = 300")
                .isEmpty());
    assertThat(florin.get(path(id)).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void the_ledger_agrees() {
    authorize(500, GOOD);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Reconciliation.isAtRest(florin.database()));
    Reconciliation.of(florin.database()).assertHolds();
  }

  private String authorize(long amount, String number) {
    Reply reply =
        florin.post(
            "/v2/payments",
            payment(amount, number).replaceFirst("\\{", "{\"capture_method\": \"manual\", "));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.payment();
  }

  private void letTimePass(String payment, Duration time) {
    florin.update(
        "UPDATE attempt SET due_at = due_at - ?::interval, expires_at = expires_at - ?::interval WHERE payment_id = ?",
        time.toString(),
        time.toString(),
        PaymentId.KIND.parse(payment).orElseThrow().uuid());
  }

  private List<String> events(String payment) {
    return florin.get("/v2/events?object_id=" + payment).texts("/data", "type").reversed();
  }

  private static String path(String id) {
    return "/v2/payments/" + id;
  }
}
