package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentMethodId;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Saved payment methods, and payments with them, as an integrator sees them. */
class PaymentMethodsApiTest extends WithPaymentMethods {
  @Test
  void a_card_becomes_a_payment_method_that_can_be_retrieved() {
    Reply made =
        florin.post(
            "/v2/payment_methods",
            card(GOOD)
                .replaceFirst(
                    "\\{",
                    """
                    {"billing_details": {"name": "Jo March", "email": "jo@example.com", "phone": "+15555550100",
                     "address": {"line1": "1 Orchard House", "postal_code": "01742"}}, \
                    """));
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    assertThat(made.text("/id")).startsWith("pm_");
    assertThat(made.text("/object")).isEqualTo("payment_method");
    assertThat(made.text("/type")).isEqualTo("card");
    assertThat(made.text("/card/last4")).isEqualTo("4242");
    assertThat(made.text("/card/fingerprint")).hasSize(20);
    assertThat(made.text("/billing_details/name")).isEqualTo("Jo March");
    assertThat(made.text("/billing_details/address/postal_code")).isEqualTo("01742");
    assertThat(made.has("/customer")).isFalse();
    assertThat(made.body()).doesNotContain(GOOD).doesNotContain("cvc");
    assertThat(florin.get("/v2/payment_methods/" + made.text("/id")).body()).isEqualTo(made.body());
    assertThat(florin.get("/v2/payment_methods/" + UNKNOWN).status()).isEqualTo(404);
    assertThat(florin.get("/v2/payment_methods/pm_1").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "4242424242424241, 12, 2040, 123, incorrect_number, card.number",
    "4242424242424242, 13, 2040, 123, invalid_expiry_month, card.exp_month",
    "4242424242424242, 12, 2020, 123, invalid_expiry_year, card.exp_year",
    "4242424242424242, 12, 2040, 1234, invalid_cvc, card.cvc"
  })
  void an_invalid_card_returns_402_and_nothing_is_stored(
      String number, int month, int year, String code, String error, String param) {
    List<String> before = florin.query("SELECT count(*) FROM payment_method");
    Reply refused =
        florin.post("/v2/payment_methods", card(number, month, year, code), "k" + error);
    assertThat(refused.status()).isEqualTo(402);
    assertThat(refused.text("/error/type")).isEqualTo("card_error");
    assertThat(refused.text("/error/code")).isEqualTo(error);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(refused.has("/error/payment")).isFalse();
    assertThat(florin.query("SELECT count(*) FROM payment_method")).isEqualTo(before);
    assertThat(florin.post("/v2/payment_methods", card(GOOD), "k" + error).status())
        .as("the key is free for the corrected card")
        .isEqualTo(200);
  }

  @Test
  void a_browser_creates_one_with_a_publishable_key_and_sees_no_fingerprint() {
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      Reply made = browser.post("/v2/payment_methods", card(GOOD));
      assertThat(made.status()).isEqualTo(200);
      assertThat(made.has("/card/fingerprint")).isFalse();
      assertThat(florin.get("/v2/payment_methods/" + made.text("/id")).text("/card/fingerprint"))
          .isNotEmpty();
      assertThat(browser.get("/v2/payment_methods/" + made.text("/id")).status()).isEqualTo(403);
      assertThat(pay(made.text("/id"), "").text("/checks/cvc")).isEqualTo("pass");
    }
  }

  @Test
  void an_unattached_method_can_be_used_once() {
    String method = method(GOOD);
    Reply first = pay(method, "");
    assertThat(first.text("/status")).isEqualTo("succeeded");
    assertThat(first.text("/payment_method/id")).isEqualTo(method);
    assertThat(first.has("/payment_method/customer")).isFalse();
    assertThat(first.text("/checks/cvc")).isEqualTo("pass");
    assertRefused(pay(method, ""), "payment_method_consumed", "payment_method");
    assertThat(attach(method, customer()).text("/error/code")).isEqualTo("payment_method_consumed");
    assertThat(florin.get("/v2/payments/" + first.text("/id")).body()).isEqualTo(first.body());
  }

  @Test
  void of_many_concurrent_payments_with_one_unattached_method_one_is_created() throws Exception {
    String method = method(GOOD);
    List<Reply> replies = together(20, () -> pay(method, ""));
    assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(1);
    assertThat(replies)
        .filteredOn(reply -> reply.status() != 200)
        .extracting(reply -> reply.text("/error/code"))
        .containsOnly("payment_method_consumed");
    assertThat(payments(method)).isEqualTo(1);
  }

  @Test
  void the_id_can_be_part_of_an_object() {
    assertThat(payWith("{\"id\": \"" + method(GOOD) + "\"}", "").status()).isEqualTo(200);
    assertThat(payWith("{\"id\": \"pm_1\"}", "").text("/error/param"))
        .isEqualTo("payment_method.id");
    assertThat(
            payWith("{\"id\": \"" + method(GOOD) + "\", \"type\": \"card\"}", "")
                .text("/error/param"))
        .isEqualTo("payment_method.type");
    assertRefused(pay("pm_1", ""), "parameter_invalid", "payment_method");
    assertRefused(pay(UNKNOWN, ""), "resource_missing", "payment_method");
  }

  @Test
  void an_attached_method_can_be_charged_repeatedly_for_its_customer() {
    String customer = customer();
    String method = method(GOOD);
    Reply attached = attach(method, customer);
    assertThat(attached.status()).isEqualTo(200);
    assertThat(attached.text("/customer")).isEqualTo(customer);
    assertThat(attach(method, customer).body()).as("attached already").isEqualTo(attached.body());
    for (int i = 0; i < 2; i++) {
      Reply paid = pay(method, "");
      assertThat(paid.status()).isEqualTo(200);
      assertThat(paid.text("/customer")).isEqualTo(customer);
      assertThat(paid.text("/payment_method/customer")).isEqualTo(customer);
      assertThat(paid.text("/checks/cvc")).isEqualTo(i == 0 ? "pass" : "unavailable");
    }
    assertThat(pay(method, "\"customer\": \"" + customer + "\", ").status()).isEqualTo(200);
    assertRefused(
        pay(method, "\"customer\": \"" + customer() + "\", "),
        "payment_method_unavailable",
        "payment_method");
    assertThat(attach(method, customer()).text("/error/code"))
        .isEqualTo("payment_method_unavailable");
    assertThat(events(method)).containsExactly("payment_method.attached");
  }

  @Test
  void a_detached_method_can_neither_be_used_nor_attached() {
    String customer = customer();
    String method = method(GOOD);
    attach(method, customer);
    Reply detached = florin.post("/v2/payment_methods/" + method + "/detach", "{}");
    assertThat(detached.status()).isEqualTo(200);
    assertThat(detached.has("/customer")).isFalse();
    assertRefused(pay(method, ""), "payment_method_unavailable", "payment_method");
    assertThat(attach(method, customer).text("/error/code"))
        .isEqualTo("payment_method_unavailable");
    assertThat(florin.post("/v2/payment_methods/" + method + "/detach", "").text("/error/code"))
        .isEqualTo("payment_method_unavailable");
    assertThat(florin.get("/v2/customers/" + customer + "/payment_methods").texts("/data", "id"))
        .isEmpty();
    assertThat(events(method))
        .containsExactly("payment_method.detached", "payment_method.attached");
  }

  @Test
  void methods_are_listed_by_customer_in_pages() {
    String customer = customer();
    List<String> made =
        IntStream.range(0, 3)
            .mapToObj(_ -> {
              String method = method(GOOD);
              attach(method, customer);
              return method;
            })
            .toList();
    Reply page = florin.get("/v2/payment_methods?limit=2&customer=" + customer);
    assertThat(page.text("/url")).isEqualTo("/v2/payment_methods");
    assertThat(page.texts("/data", "id")).containsExactly(made.get(2), made.get(1));
    assertThat(page.bool("/has_more")).isTrue();
    Reply rest =
        florin.get(
            "/v2/customers/"
                + customer
                + "/payment_methods?type=card&starting_after="
                + made.get(1));
    assertThat(rest.texts("/data", "id")).containsExactly(made.get(0));
    assertThat(rest.bool("/has_more")).isFalse();
    assertThat(rest.text("/url")).isEqualTo("/v2/customers/" + customer + "/payment_methods");
    assertThat(florin.get("/v2/payment_methods").text("/error/param")).isEqualTo("customer");
    assertThat(florin.get("/v2/customers/cus_01h455vb4pex5vsknk084sn02q/payment_methods").status())
        .isEqualTo(404);
  }

  @Test
  void a_card_is_saved_with_the_payment_that_is_approved() {
    String customer = customer();
    String save = "\"save_payment_method\": true, ";
    Reply paid =
        florin.post(
            "/v2/payments",
            TestApp.payment(900, GOOD)
                .replaceFirst("\\{", "{\"customer\": \"" + customer + "\", " + save));
    assertThat(paid.text("/payment_method/customer")).isEqualTo(customer);
    String method = paid.text("/payment_method/id");
    assertThat(florin.get("/v2/payment_methods/" + method).text("/customer")).isEqualTo(customer);
    assertThat(florin.get("/v2/payments/" + paid.text("/id")).body()).isEqualTo(paid.body());
    assertThat(events(method)).containsExactly("payment_method.attached");
    assertThat(pay(method, "").status()).isEqualTo(200);

    Reply alone =
        florin.post("/v2/payments", TestApp.payment(900, GOOD).replaceFirst("\\{", "{" + save));
    assertRefused(alone, "parameter_missing", "customer");
  }

  @Test
  void a_card_that_is_declined_is_not_saved() {
    String customer = customer();
    String more = "\"save_payment_method\": true, \"customer\": \"" + customer + "\", ";
    String method = method("4000000000000002");
    Reply declined = pay(method, more);
    assertThat(declined.status()).isEqualTo(402);
    assertThat(florin.get("/v2/payment_methods/" + method).has("/customer")).isFalse();
    assertThat(florin.get("/v2/payments/" + declined.payment()).has("/payment_method/customer"))
        .isFalse();
    assertThat(events(method)).isEmpty();
  }

  @Test
  void a_card_whose_approval_is_found_later_is_then_saved() {
    String customer = customer();
    String more = "\"save_payment_method\": true, \"customer\": \"" + customer + "\", ";
    String method = method("4000000000840027");
    assertThat(pay(method, more).text("/status")).isEqualTo("processing");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() ->
            assertThat(florin.get("/v2/payment_methods/" + method).text("/customer"))
                .isEqualTo(customer));
  }

  @Test
  void one_card_can_be_attached_and_is_declined_when_charged() {
    String method = method("4000000000000341");
    assertThat(attach(method, customer()).status()).isEqualTo(200);
    Reply declined = pay(method, "");
    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.text("/error/code")).isEqualTo("card_declined");
  }

  @Test
  void the_address_sent_with_the_card_is_checked_and_shown() {
    String billed =
        card(GOOD)
            .replaceFirst(
                "\\{",
                "{\"billing_details\": {\"name\": \"Jo\", \"address\": {\"line1\": \"1 Orchard House\", \"postal_code\": \"01742\"}}, ");
    Reply given = payWith(billed, "");
    assertThat(given.text("/checks/address_line1")).isEqualTo("pass");
    assertThat(given.text("/checks/address_postal_code")).isEqualTo("pass");
    assertThat(given.text("/payment_method/billing_details/name")).isEqualTo("Jo");
    Reply saved = pay(florin.post("/v2/payment_methods", billed).text("/id"), "");
    assertThat(saved.text("/checks/address_line1")).isEqualTo("pass");
    assertThat(saved.text("/payment_method/billing_details/name")).isEqualTo("Jo");
    assertThat(florin.get("/v2/payments/" + saved.text("/id")).body()).isEqualTo(saved.body());
    assertThat(pay(method(GOOD), "").text("/checks/address_line1")).isEqualTo("unchecked");
  }

  @Test
  void a_card_number_in_the_holders_name_is_rejected() {
    Reply refused =
        florin.post(
            "/v2/payment_methods",
            card(GOOD).replaceFirst("\\{", "{\"billing_details\": {\"name\": \"" + GOOD + "\"}, "));
    assertThat(refused.text("/error/code")).isEqualTo("card_number_not_allowed");
    assertThat(refused.text("/error/param")).isEqualTo("billing_details.name");
  }

  @Test
  void a_repeated_creation_gets_the_first_method() {
    Reply made = florin.post("/v2/payment_methods", card(GOOD), "pm-key");
    Reply again = florin.post("/v2/payment_methods", card(GOOD), "pm-key");
    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(made.body());
    assertThat(
            florin
                .post("/v2/payment_methods", card("5555555555554444"), "pm-key")
                .text("/error/code"))
        .isEqualTo("idempotency_key_reused");
  }

  @Test
  void a_repeated_payment_gets_the_first_response_after_its_method_is_consumed() {
    String method = method(GOOD);
    String body = body("\"" + method + "\"", "");
    Reply first = florin.post("/v2/payments", body, "once-" + method);
    Reply again = florin.post("/v2/payments", body, "once-" + method);
    assertThat(first.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.isReplay()).isTrue();
    assertThat(florin.post("/v2/payments", body, "other-" + method).text("/error/code"))
        .isEqualTo("payment_method_consumed");
  }

  @Test
  void a_crash_before_the_network_call_is_completed_by_a_repetition_without_the_code() {
    TestApp dying = TestApp.open(SimulatedCrash.at(Step.BEGUN));
    String method = dying.post("/v2/payment_methods", card(GOOD)).text("/id");
    String body = body("\"" + method + "\"", "");
    assertThatThrownBy(() -> dying.post("/v2/payments", body, "order-1"))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(dying.awaitCrash(Duration.ofSeconds(60))).isTrue();
    // Recovery waits half a minute for a repetition of the request.
    try (TestApp next = dying.reopen(CrashPoint.NONE)) {
      Reply repeated = next.post("/v2/payments", body, "order-1");
      assertThat(repeated.status()).as(repeated.body()).isEqualTo(200);
      assertThat(repeated.text("/checks/cvc")).isEqualTo("unavailable");
      assertThat(next.query("SELECT id FROM payment")).hasSize(1);
      assertThat(next.book()).hasSize(1);
      assertThat(next.post("/v2/payments", body, "order-2").text("/error/code"))
          .isEqualTo("payment_method_consumed");
    }
  }

  private List<Reply> together(int times, Callable<Reply> request) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Reply>> replies =
          IntStream.range(0, times).mapToObj(_ -> threads.submit(request)).toList();
      var done = new java.util.ArrayList<Reply>();
      for (Future<Reply> reply : replies) {
        done.add(reply.get());
      }
      return done;
    }
  }

  private static void assertRefused(Reply reply, String code, String param) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.text("/error/code")).isEqualTo(code);
    assertThat(reply.text("/error/param")).isEqualTo(param);
  }

  private long payments(String method) {
    return florin.query("SELECT payment_method_id FROM payment").stream()
        .filter(PaymentMethodId.KIND.parse(method).orElseThrow().uuid().toString()::equals)
        .count();
  }
}
