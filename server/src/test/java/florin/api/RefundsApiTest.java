package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.RefundId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Full and partial refunds, and their outcomes. */
@TestInstance(Lifecycle.PER_CLASS)
class RefundsApiTest {
  private static final String GOOD = "4242424242424242";

  /** Generous, since no test is timed: without other load, each outcome arrives within seconds. */
  private static final Duration IN_THE_END = Duration.ofSeconds(60);

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_payment_is_refunded_in_full() {
    String paid = pay(1000, GOOD);
    Reply refund = florin.post("/v2/refunds", "{\"payment\": \"" + paid + "\"}");

    assertThat(refund.status()).isEqualTo(200);
    assertThat(refund.text("/object")).isEqualTo("refund");
    assertThat(refund.text("/status")).isEqualTo("succeeded");
    assertThat(refund.number("/amount")).isEqualTo(1000);
    assertThat(refund.text("/currency")).isEqualTo("usd");
    assertThat(refund.text("/payment")).isEqualTo(paid);
    assertThat(refund.has("/reason")).isFalse();
    assertThat(refund.has("/failure_reason")).isFalse();
    assertThat(florin.get("/v2/refunds/" + refund.text("/id")).body()).isEqualTo(refund.body());
    assertRefunded(paid, 1000, true);
    assertThat(events(paid)).containsExactly("payment.succeeded", "payment.refunded");
    assertThat(events(refund.text("/id"))).containsExactly("refund.created", "refund.updated");
  }

  @Test
  void a_payment_is_refunded_in_parts_until_nothing_is_left() {
    String paid = pay(1000, GOOD);
    assertThat(refund(paid, 400).text("/status")).isEqualTo("succeeded");
    assertRefunded(paid, 400, false);

    assertCode(refund(paid, 601), "refund_amount_exceeds_remaining");
    Reply rest = florin.post("/v2/refunds", "{\"payment\": \"" + paid + "\", \"amount\": null}");
    assertThat(rest.number("/amount")).isEqualTo(600);
    assertRefunded(paid, 1000, true);
    assertCode(refund(paid, 1), "payment_already_refunded");
    assertThat(florin.get("/v2/payments/" + paid).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void a_partial_capture_can_be_refunded_up_to_the_captured_part() {
    String manual = payment(1000, GOOD).replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
    String paid = florin.post("/v2/payments", manual).text("/id");
    assertCode(refund(paid, 100), "payment_not_refundable");

    florin.post("/v2/payments/" + paid + "/capture", "{\"amount\": 700}");
    assertCode(refund(paid, 701), "refund_amount_exceeds_remaining");
    assertThat(refund(paid, 700).text("/status")).isEqualTo("succeeded");
    assertRefunded(paid, 700, true);
  }

  @ParameterizedTest
  @CsvSource({"4000000000000002", "4242424242424241", "4000000000840118"})
  void an_unsuccessful_payment_cannot_be_refunded(String number) {
    assertCode(
        refund(florin.post("/v2/payments", payment(1000, number)).payment(), 100),
        "payment_not_refundable");
  }

  @Test
  void a_payment_that_does_not_exist_is_named() {
    Reply refused = refund("pay_01m8gr3151f1gbftabq6rnsd6y", 100);
    assertCode(refused, "resource_missing");
    assertThat(refused.text("/error/param")).isEqualTo("payment");
  }

  /** Tests every refund test card of the simulator. */
  @ParameterizedTest
  @CsvSource({
    "4242424242424242, succeeded, succeeded, ''",
    "4000000000007726, pending, succeeded, ''",
    "4000000000005126, succeeded, failed, declined",
    "4000000000840142, pending, failed, declined",
    "4000000000840159, pending, succeeded, ''"
  })
  void a_test_card_behaves_as_the_simulator_documents(
      String number, String first, String last, String reason) {
    String paid = pay(1000, number);
    Reply refund = refund(paid, 400);
    assertThat(refund.status()).isEqualTo(200);
    assertThat(refund.text("/status")).isEqualTo(first);
    // A reserved amount can't be refunded a second time.
    assertCode(refund(paid, 601), "refund_amount_exceeds_remaining");

    String path = "/v2/refunds/" + refund.text("/id");
    await().atMost(IN_THE_END).until(() -> florin.get(path).text("/status").equals(last));
    assertThat(florin.get(path).text("/failure_reason")).isEqualTo(reason);
    boolean gone = last.equals("succeeded");
    assertRefunded(paid, gone ? 400 : 0, false);
    assertThat(refund(paid, gone ? 600 : 1000).status()).isEqualTo(200);

    boolean changedItsMind = first.equals("succeeded") && last.equals("failed");
    assertThat(events(refund.text("/id")))
        .isEqualTo(
            changedItsMind
                ? List.of("refund.created", "refund.updated", "refund.failed")
                : List.of("refund.created", gone ? "refund.updated" : "refund.failed"));
    assertThat(florin.query("SELECT id FROM attempt WHERE refund_id = ?", uuid(refund))).hasSize(1);
  }

  @Test
  void a_late_refund_failure_lowers_the_refunded_amount_and_is_reported() {
    String paid = pay(1000, "4000000000005126");
    refund(paid, 400);
    assertRefunded(paid, 400, false);

    await()
        .atMost(IN_THE_END)
        .untilAsserted(() ->
            assertThat(events(paid))
                .containsExactly("payment.succeeded", "payment.refunded", "payment.updated"));
    assertRefunded(paid, 0, false);
  }

  @Test
  void the_same_request_with_the_same_key_refunds_once() {
    String paid = pay(1000, GOOD);
    String body = "{\"payment\": \"" + paid + "\", \"amount\": 400}";
    Reply first = florin.post("/v2/refunds", body, "refund-" + paid);
    Reply second = florin.post("/v2/refunds", body, "refund-" + paid);

    assertThat(first.isReplay()).isFalse();
    assertThat(second.isReplay()).isTrue();
    assertThat(second.body()).isEqualTo(first.body());
    assertRefunded(paid, 400, false);
    Reply other = florin.post("/v2/refunds", body.replace("400", "500"), "refund-" + paid);
    assertCode(other, "idempotency_key_reused");
  }

  @Test
  void a_rejection_by_state_is_kept_under_the_key_and_an_invalid_request_is_not() {
    String paid = pay(1000, "4000000000840142");
    String body = "{\"payment\": \"" + paid + "\", \"amount\": 700}";
    Reply pending = refund(paid, 400);
    Reply refused = florin.post("/v2/refunds", body, "state-" + paid);
    assertCode(refused, "refund_amount_exceeds_remaining");
    await()
        .atMost(IN_THE_END)
        .until(() ->
            florin.get("/v2/refunds/" + pending.text("/id")).text("/status").equals("failed"));
    Reply again = florin.post("/v2/refunds", body, "state-" + paid);
    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(refused.body());

    String unknown = body.replace(paid, "pay_01m8gr3151f1gbftabq6rnsd6y");
    assertCode(florin.post("/v2/refunds", unknown, "wrong-" + paid), "resource_missing");
    assertThat(florin.post("/v2/refunds", body, "wrong-" + paid).status()).isEqualTo(200);
  }

  @Test
  void a_refund_carries_a_reason_and_metadata_and_the_metadata_can_be_changed() {
    String paid = pay(1000, GOOD);
    Reply made =
        florin.post(
            "/v2/refunds",
            "{\"payment\": \"%s\", \"reason\": \"duplicate\", \"metadata\": {\"a\": \"1\", \"b\": \"2\"}}"
                .formatted(paid));
    assertThat(made.text("/reason")).isEqualTo("duplicate");
    String path = "/v2/refunds/" + made.text("/id");

    Reply changed = florin.post(path, "{\"metadata\": {\"a\": null, \"c\": \"3\"}}");
    assertThat(changed.json().at("/metadata").toString()).isEqualTo("{\"b\":\"2\",\"c\":\"3\"}");
    assertThat(changed.text("/status")).isEqualTo("succeeded");
    assertThat(florin.get(path).body()).isEqualTo(changed.body());
    Reply unchanged = florin.post(path, "{}");
    assertThat(unchanged.body()).isEqualTo(changed.body());
    assertThat(events(made.text("/id")))
        .containsExactly("refund.created", "refund.updated", "refund.updated");
    assertCode(florin.post(path, "{\"amount\": 1}"), "parameter_not_updatable");
    assertCode(
        florin.post(path, "{\"metadata\": {\"card\": \"" + GOOD + "\"}}"),
        "card_number_not_allowed");
  }

  @Test
  void refunds_are_listed_by_payment_and_by_time() {
    String paid = pay(1000, GOOD);
    String other = pay(1000, GOOD);
    List<String> made =
        List.of(refund(paid, 100), refund(paid, 200), refund(other, 300), refund(paid, 400))
            .stream()
            .map(reply -> reply.text("/id"))
            .toList();

    String list = "/v2/refunds?payment=" + paid;
    assertThat(florin.get(list).texts("/data", "id"))
        .containsExactly(made.get(3), made.get(1), made.get(0));
    assertThat(florin.get("/v2/refunds?limit=2").texts("/data", "id"))
        .containsExactly(made.get(3), made.get(2));
    Reply first = florin.get(list + "&limit=2");
    assertThat(first.bool("/has_more")).isTrue();
    assertThat(first.text("/url")).isEqualTo("/v2/refunds");
    Reply second = florin.get(list + "&limit=2&starting_after=" + made.get(1));
    assertThat(second.texts("/data", "id")).containsExactly(made.get(0));
    assertThat(second.bool("/has_more")).isFalse();
    assertThat(florin.get(list + "&ending_before=" + made.get(1)).texts("/data", "id"))
        .containsExactly(made.get(3));
    assertThat(
            florin
                .get(list + "&created[gte]=4102444800".replace("[", "%5B").replace("]", "%5D"))
                .texts("/data", "id"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4242424242424242", "4000000000840142", "4000000000007726"})
  void a_refund_that_reached_the_network_cannot_be_canceled(String number) {
    Reply refund = refund(pay(1000, number), 400);
    assertCode(
        florin.post("/v2/refunds/" + refund.text("/id") + "/cancel", "{}"),
        "refund_unexpected_state");
  }

  /**
   * The response of the refund was lost, so Florin asks the network whether it executed the refund.
   */
  @Test
  void a_cancel_finds_that_the_refund_was_executed() {
    Reply refund = refund(pay(1000, "4000000000840159"), 400);
    String path = "/v2/refunds/" + refund.text("/id");
    Reply refused = florin.post(path + "/cancel", "{}", "cancel-" + refund.text("/id"));
    assertCode(refused, "refund_unexpected_state");
    assertThat(florin.get(path).text("/status")).isEqualTo("succeeded");
    Reply again = florin.post(path + "/cancel", "{}", "cancel-" + refund.text("/id"));
    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(refused.body());
  }

  @Test
  void the_attempts_of_a_payment_name_the_refunds_they_carry_out() {
    String paid = pay(1000, GOOD);
    Reply refund = refund(paid, 400);
    Reply shown = florin.get("/v2/payments/" + paid + "?expand%5B%5D=attempts");

    assertThat(shown.texts("/attempts", "operation")).containsExactly("authorize", "refund");
    assertThat(shown.text("/attempts/1/refund")).isEqualTo(refund.text("/id"));
    assertThat(shown.number("/attempts/1/amount")).isEqualTo(400);
    assertThat(shown.text("/attempts/1/status")).isEqualTo("approved");
    assertThat(shown.has("/attempts/0/refund")).isFalse();
  }

  private String pay(long amount, String number) {
    Reply reply = florin.post("/v2/payments", payment(amount, number));
    assertThat(reply.text("/status")).as(reply.body()).isEqualTo("succeeded");
    return reply.text("/id");
  }

  private Reply refund(String payment, long amount) {
    return florin.post(
        "/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, amount));
  }

  private void assertRefunded(String payment, long amount, boolean all) {
    Reply shown = florin.get("/v2/payments/" + payment);
    assertThat(shown.number("/amount_refunded")).isEqualTo(amount);
    assertThat(shown.bool("/refunded")).isEqualTo(all);
  }

  private List<String> events(String object) {
    return florin.get("/v2/events?limit=100&object_id=" + object).texts("/data", "type").reversed();
  }

  private static UUID uuid(Reply refund) {
    return RefundId.KIND.parse(refund.text("/id")).orElseThrow().uuid();
  }

  private static void assertCode(Reply refused, String code) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo(code);
  }

  @Test
  void refunds_are_listed_by_status() {
    try (TestApp own = TestApp.open()) {
      String good = own.post("/v2/payments", payment(1000, "4242424242424242")).text("/id");
      String done =
          own.post("/v2/refunds", "{\"payment\": \"" + good + "\", \"amount\": 1}").text("/id");
      String other =
          own.post("/v2/refunds", "{\"payment\": \"" + good + "\", \"amount\": 2}").text("/id");
      own.update(
          "UPDATE refund SET status = 'failed', failure_reason = 'declined' WHERE amount = 2");

      assertThat(own.get("/v2/refunds?status=succeeded").texts("/data", "id"))
          .containsExactly(done);
      assertThat(own.get("/v2/refunds?status=failed").texts("/data", "id")).containsExactly(other);
      assertThat(own.get("/v2/refunds?status=pending&payment=" + good).texts("/data", "id"))
          .isEmpty();
      assertThat(own.get("/v2/refunds?status=paid").text("/error/param")).isEqualTo("status");
    }
  }
}
