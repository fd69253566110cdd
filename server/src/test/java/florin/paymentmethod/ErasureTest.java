package florin.paymentmethod;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentMethodId;
import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Checks that card numbers are erased, and when. */
@TestInstance(Lifecycle.PER_CLASS)
class ErasureTest {
  private static final Duration RETENTION = Duration.ofDays(180);
  private static final String GOOD = "4242424242424242";

  private final TestApp florin = TestApp.open();
  private final Db db = new Db(florin.database());
  private final ErasureStore store = new ErasureStore(db);

  @AfterAll
  void close() {
    db.close();
    florin.close();
  }

  @Test
  void an_unattached_number_is_erased_some_time_after_its_payment_is_final() {
    String method =
        florin.post("/v2/payments", TestApp.payment(900, GOOD)).text("/payment_method/id");
    eraseAt(Instant.now().plus(RETENTION).minusSeconds(60));
    assertThat(hasNumber(method)).isTrue();
    eraseAt(Instant.now().plus(RETENTION).plusSeconds(60));
    assertThat(hasNumber(method)).isFalse();
    assertThat(florin.get("/v2/payment_methods/" + method).status()).isEqualTo(200);
  }

  @Test
  void the_time_counts_from_the_payments_final_status_and_not_from_its_creation() {
    Reply paid = florin.post("/v2/payments", TestApp.payment(900, GOOD));
    String method = paid.text("/payment_method/id");
    Instant begin = Instant.now();
    florin.update(
        "UPDATE attempt SET resolved_at = resolved_at + interval '7 days' WHERE payment_id = (SELECT consumed_by FROM payment_method WHERE id = ?)",
        uuid(method));
    eraseAt(begin.plus(RETENTION).plusSeconds(60));
    assertThat(hasNumber(method)).isTrue();
    eraseAt(begin.plus(RETENTION).plus(Duration.ofDays(8)));
    assertThat(hasNumber(method)).isFalse();
  }

  @Test
  void the_number_of_a_method_with_an_open_payment_is_kept() {
    Reply paid = florin.post("/v2/payments", TestApp.payment(900, GOOD));
    String method = paid.text("/payment_method/id");
    florin.update(
        "UPDATE payment SET status = 'processing', amount_captured = 0 WHERE payment_method_id = ?",
        uuid(method));
    eraseAt(Instant.now().plus(RETENTION).plusSeconds(60));
    assertThat(hasNumber(method)).isTrue();
  }

  @Test
  void an_attached_number_is_kept_and_a_detached_one_is_erased_immediately() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String kept = attached(customer);
    String detached = attached(customer);
    florin.post("/v2/payment_methods/" + detached + "/detach", "");
    eraseAt(Instant.now().plusSeconds(1));
    assertThat(hasNumber(detached)).isFalse();
    eraseAt(Instant.now().plus(RETENTION.multipliedBy(10)));
    assertThat(hasNumber(kept)).isTrue();
  }

  @Test
  void a_detached_number_is_kept_while_its_payment_can_be_captured() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String method = attached(customer);
    Reply held =
        florin.post(
            "/v2/payments",
            "{\"amount\": 900, \"currency\": \"usd\", \"capture_method\": \"manual\", \"customer\": \"%s\", \"payment_method\": \"%s\"}"
                .formatted(customer, method));
    assertThat(held.text("/status")).isEqualTo("requires_capture");
    florin.post("/v2/payment_methods/" + method + "/detach", "");

    eraseAt(Instant.now().plusSeconds(1));
    assertThat(hasNumber(method)).isTrue();

    florin.post("/v2/payments/" + held.text("/id") + "/capture", "{}");
    eraseAt(Instant.now().plus(Erasure.LOOK_AGAIN).plusSeconds(60));
    assertThat(hasNumber(method)).isFalse();
  }

  @Test
  void a_number_that_was_erased_cannot_be_paid_with() {
    String method = method();
    eraseAt(Instant.now().plus(RETENTION).plusSeconds(60));
    Reply refused =
        florin.post(
            "/v2/payments",
            "{\"amount\": 900, \"currency\": \"usd\", \"payment_method\": \"" + method + "\"}");
    assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
  }

  @Test
  void all_methods_of_a_deleted_customer_are_detached_and_erased() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    List<String> methods =
        IntStream.range(0, MethodsOfCustomers.MOST_AT_ONCE * 2 + 3)
            .mapToObj(_ -> attached(customer))
            .toList();
    Reply deleted =
        florin.client().send(florin.client().request("/v2/customers/" + customer).DELETE().build());
    assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
    for (String method : methods) {
      assertThat(hasNumber(method)).isFalse();
      assertThat(florin.get("/v2/payment_methods/" + method).has("/customer")).isFalse();
    }
    assertThat(florin.get("/v2/events?object_id=" + methods.getFirst()).texts("/data", "type"))
        .containsExactly("payment_method.detached", "payment_method.attached");
  }

  private void eraseAt(Instant now) {
    assertThat(store.eraseDue(now, RETENTION, Erasure.LOOK_AGAIN, 1000)).isLessThan(1000);
  }

  private boolean hasNumber(String method) {
    return florin
        .query("SELECT secret IS NOT NULL FROM payment_method WHERE id = ?", uuid(method))
        .equals(List.of("t"));
  }

  private String attached(String customer) {
    String method = method();
    florin.post(
        "/v2/payment_methods/" + method + "/attach", "{\"customer\": \"" + customer + "\"}");
    return method;
  }

  private String method() {
    return florin
        .post(
            "/v2/payment_methods",
            "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
                .formatted(GOOD))
        .text("/id");
  }

  private static UUID uuid(String method) {
    return PaymentMethodId.KIND.parse(method).orElseThrow().uuid();
  }
}
