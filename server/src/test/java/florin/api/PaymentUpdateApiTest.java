package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.testing.Reply;
import florin.testing.TestApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Checks which fields of a payment can be changed, and when. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentUpdateApiTest {
  private static final String GOOD = "4242424242424242";

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
  void only_the_description_of_a_payment_can_be_changed() {
    Reply made = florin.post("/v2/payments", payment(4321, GOOD));
    String path = "/v2/payments/" + made.text("/id");
    Reply updated =
        florin.post(
            path,
            "{\"description\": \"Order 7\", \"metadata\": {\"a\": \"1\"}, \"receipt_email\": \"jo@example.com\"}");
    assertThat(updated.status()).isEqualTo(200);
    assertThat(updated.text("/description")).isEqualTo("Order 7");
    assertThat(updated.text("/receipt_email")).isEqualTo("jo@example.com");
    assertThat(updated.text("/status")).isEqualTo("succeeded");
    assertThat(florin.get(path).body()).isEqualTo(updated.body());
    Reply refused = florin.post(path, "{\"amount\": 1, \"currency\": \"eur\"}");
    assertThat(refused.text("/error/code")).isEqualTo("parameter_not_updatable");
    assertThat(refused.texts("/error/errors", "param")).containsExactly("amount", "currency");
    assertThat(florin.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
        .containsExactly("payment.updated", "payment.succeeded");
  }

  @Test
  void a_failed_payment_is_shown_and_changed_with_200() {
    String failed = florin.post("/v2/payments", payment(1, "4000000000000002")).payment();
    assertThat(florin.post("/v2/payments/" + failed, "{\"description\": \"why\"}").status())
        .isEqualTo(200);
  }

  @Test
  void a_customer_can_be_assigned_to_a_payment_once() {
    String payment = "/v2/payments/" + florin.post("/v2/payments", payment(5, GOOD)).text("/id");
    String one = florin.post("/v2/customers", "{}").text("/id");
    String two = florin.post("/v2/customers", "{}").text("/id");
    assertThat(
            florin
                .post(payment, "{\"customer\": \"cus_01h455vb4pex5vsknk084sn02q\"}")
                .text("/error/code"))
        .isEqualTo("resource_missing");
    assertThat(florin.post(payment, "{\"customer\": \"" + one + "\"}").text("/customer"))
        .isEqualTo(one);
    assertThat(florin.post(payment, "{\"customer\": \"" + one + "\"}").status()).isEqualTo(200);
    assertThat(florin.post(payment, "{\"customer\": \"" + two + "\"}").text("/error/code"))
        .isEqualTo("parameter_not_updatable");
  }

  @Test
  void a_payment_changed_during_its_execution_is_still_completed() {
    Reply made = florin.post("/v2/payments", payment(5, "4000000000840118"));
    String path = "/v2/payments/" + made.text("/id");
    assertThat(florin.post(path, "{\"description\": \"meanwhile\"}").text("/status"))
        .isEqualTo("processing");
    await()
        .untilAsserted(() -> assertThat(florin.get(path).text("/status")).isEqualTo("succeeded"));
    assertThat(florin.get(path).text("/description")).isEqualTo("meanwhile");
  }
}
