package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Customers as an integrator sees them, and payments that belong to one. */
@TestInstance(Lifecycle.PER_CLASS)
class CustomersApiTest {
  private static final String GOOD = "4242424242424242";
  private static final String JENNY =
      """
      {"email": "jenny@example.com", "name": "Jenny Rosen", "phone": "+15555550100",
       "address": {"line1": "1 Main St", "city": "Springfield", "state": "IL", "postal_code": "62701", "country": "US"},
       "description": "First", "metadata": {"tier": "gold"}}
      """;

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
  void a_customer_is_created_with_its_event_and_can_be_retrieved() {
    Reply made = florin.post("/v2/customers", JENNY);
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.text("/id")).startsWith("cus_");
    assertThat(made.text("/object")).isEqualTo("customer");
    assertThat(made.text("/email")).isEqualTo("jenny@example.com");
    assertThat(made.text("/address/postal_code")).isEqualTo("62701");
    assertThat(florin.get("/v2/customers/" + made.text("/id")).body()).isEqualTo(made.body());
    assertThat(eventTypes(made.text("/id"))).containsExactly("customer.created");
  }

  @Test
  void no_field_is_required() {
    Reply made = florin.post("/v2/customers", "{}");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.has("/address")).isFalse();
    assertThat(florin.post("/v2/customers", "").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"email\": \"jenny\"}`, email",
        "`{\"email\": \"a@b\"}`, email",
        "`{\"email\": \"jo..x@example.com\"}`, email",
        "`{\"email\": \".jo@example.com\"}`, email",
        "`{\"email\": \"jo.@example.com\"}`, email",
        "`{\"phone\": \"555\"}`, phone",
        "`{\"phone\": \"+1\"}`, phone",
        "`{\"address\": {\"country\": \"us\"}}`, address.country",
        "`{\"address\": {\"country\": \"XX\"}}`, address.country",
        "`{\"address\": \"here\"}`, address",
        "`{\"address\": {\"street\": \"x\"}}`, address.street",
        "`{\"name\": 5}`, name",
        "`{\"name\": \"4242 4242 4242 4242\"}`, name",
        "`{\"metadata\": {\"card\": \"4242424242424242\"}}`, metadata[card]",
        "`{\"metadata\": {\"a\": 1}}`, metadata[a]"
      })
  void errors_name_the_invalid_parameter(String body, String param) {
    Reply refused = florin.post("/v2/customers", body);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo(param);
  }

  @Test
  void an_update_sets_clears_and_leaves_alone() {
    String path = "/v2/customers/" + florin.post("/v2/customers", JENNY).text("/id");
    Reply updated =
        florin.post(
            path,
            "{\"name\": null, \"phone\": \"\", \"address\": {\"city\": \"Chicago\"}, \"metadata\": {\"tier\": null, \"new\": \"x\"}}");
    assertThat(updated.has("/name")).isFalse();
    assertThat(updated.has("/phone")).isFalse();
    assertThat(updated.text("/email")).isEqualTo("jenny@example.com");
    assertThat(updated.text("/address/city")).isEqualTo("Chicago");
    assertThat(updated.text("/address/line1")).isEqualTo("1 Main St");
    assertThat(updated.has("/metadata/tier")).isFalse();
    assertThat(updated.text("/metadata/new")).isEqualTo("x");
    Reply patched =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request(path)
                    .header("Content-Type", "application/json")
                    .method("PATCH", BodyPublishers.ofString("{\"address\": null}"))
                    .build());
    assertThat(patched.has("/address")).isFalse();
    assertThat(eventTypes(updated.text("/id")))
        .containsExactly("customer.updated", "customer.updated", "customer.created");
  }

  @Test
  void concurrent_updates_are_all_applied() throws Exception {
    String path = "/v2/customers/" + florin.post("/v2/customers", "{}").text("/id");
    List<Future<Reply>> replies = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 10; i++) {
        String body = "{\"metadata\": {\"k" + i + "\": \"v\"}}";
        replies.add(threads.submit(() -> florin.post(path, body)));
      }
    }
    for (Future<Reply> reply : replies) {
      assertThat(reply.get().status()).isEqualTo(200);
    }
    assertThat(florin.get(path).json().at("/metadata").size()).isEqualTo(10);
  }

  @Test
  void a_creation_is_repeated_under_its_key_and_not_done_twice() {
    String key = UUID.randomUUID().toString();
    Reply first = florin.post("/v2/customers", JENNY, key);
    Reply second = florin.post("/v2/customers", JENNY, key);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.isReplay()).isTrue();
    assertThat(florin.post("/v2/customers", "{}", key).text("/error/code"))
        .isEqualTo("idempotency_key_reused");
    assertThat(florin.post("/v2/payments", payment(1, GOOD), key).text("/error/code"))
        .isEqualTo("idempotency_key_reused");
  }

  @Test
  void customers_are_listed_and_filtered() {
    String email = UUID.randomUUID() + "@example.com";
    for (int i = 0; i < 3; i++) {
      florin.post("/v2/customers", "{\"email\": \"" + email + "\"}");
    }
    Reply page = florin.get("/v2/customers?limit=2&email=" + email);
    assertThat(page.texts("/data", "email")).containsExactly(email, email);
    assertThat(page.bool("/has_more")).isTrue();
    String last = page.texts("/data", "id").getLast();
    Reply rest = florin.get("/v2/customers?email=" + email + "&starting_after=" + last);
    assertThat(rest.texts("/data", "id")).hasSize(1);
    assertThat(rest.bool("/has_more")).isFalse();
    assertThat(florin.get("/v2/customers?created[gt]=4000000000").texts("/data", "id")).isEmpty();
    assertThat(florin.get("/v2/customers?created[lte]=4000000000").texts("/data", "id"))
        .isNotEmpty();
  }

  @Test
  void a_payment_belongs_to_its_customer() {
    String customer = florin.post("/v2/customers", JENNY).text("/id");
    Reply made = pay(customer, GOOD);
    assertThat(made.text("/customer")).isEqualTo(customer);
    assertThat(florin.get("/v2/payments?customer=" + customer).texts("/data", "id"))
        .containsExactly(made.text("/id"));
    Reply expanded =
        florin.get("/v2/payments/" + made.text("/id") + "?expand[]=customer&expand[]=attempts");
    assertThat(expanded.text("/customer/email")).isEqualTo("jenny@example.com");
    assertThat(made.body()).doesNotContain("attempts");
    assertThat(expanded.texts("/attempts", "status")).containsExactly("approved");
    assertThat(expanded.texts("/attempts", "operation")).containsExactly("authorize");
  }

  @Test
  void an_unknown_customer_is_rejected_and_nothing_is_charged() {
    Reply refused = pay("cus_01h455vb4pex5vsknk084sn02q", GOOD);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("resource_missing");
    assertThat(refused.text("/error/param")).isEqualTo("customer");
    assertThat(pay("cus_1", GOOD).text("/error/code")).isEqualTo("parameter_invalid");
  }

  @Test
  void deleting_a_customer_keeps_its_payments() {
    String customer = florin.post("/v2/customers", JENNY).text("/id");
    String payment = pay(customer, GOOD).text("/id");
    Reply deleted = delete(customer);
    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.bool("/deleted")).isTrue();
    assertThat(florin.get("/v2/customers/" + customer).status()).isEqualTo(404);
    assertThat(delete(customer).status()).isEqualTo(404);
    assertThat(florin.post("/v2/customers/" + customer, "{\"name\": \"x\"}").status())
        .isEqualTo(404);
    assertThat(florin.get("/v2/payments/" + payment).text("/customer")).isEqualTo(customer);
    assertThat(pay(customer, GOOD).text("/error/code")).isEqualTo("resource_missing");
    assertThat(eventTypes(customer)).containsExactly("customer.deleted", "customer.created");
    assertThat(florin.query("SELECT c::text FROM customer c WHERE deleted_at IS NOT NULL"))
        .isNotEmpty()
        .noneMatch(row -> row.contains("jenny"));
  }

  @Test
  void deleting_a_customer_erases_card_details_but_not_those_of_payments() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String card =
        """
        {"type": "card", "card": {"number": "%s", "exp_month": 12, "exp_year": 2040},
         "billing_details": {"name": "Jenny Rosen", "address": {"line1": "1 Main St"}},
         "metadata": {"nickname": "jenny"}}\
        """
            .formatted(GOOD);
    String method = florin.post("/v2/payment_methods", card).text("/id");
    florin.post(
        "/v2/payment_methods/" + method + "/attach", "{\"customer\": \"" + customer + "\"}");
    String payment =
        florin
            .post(
                "/v2/payments",
                "{\"amount\": 900, \"currency\": \"usd\", \"customer\": \"%s\", \"payment_method\": \"%s\"}"
                    .formatted(customer, method))
            .text("/id");

    assertThat(delete(customer).status()).isEqualTo(200);

    Reply left = florin.get("/v2/payment_methods/" + method);
    assertThat(left.status()).isEqualTo(200);
    assertThat(left.body()).doesNotContainIgnoringCase("jenny").doesNotContain("Main St");
    assertThat(left.json().get("metadata").size()).isZero();
    assertThat(florin.get("/v2/payments/" + payment).text("/payment_method/billing_details/name"))
        .isEqualTo("Jenny Rosen");
  }

  @Test
  void a_customer_with_an_open_payment_cannot_be_deleted_until_it_is_final() {
    String customer = florin.post("/v2/customers", JENNY).text("/id");
    pay(customer, "4000000000840118");
    Reply refused = delete(customer);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("customer_has_open_payments");
    await().untilAsserted(() -> assertThat(delete(customer).status()).isEqualTo(200));
  }

  @Test
  void a_customer_is_never_deleted_while_its_payment_is_being_created() throws Exception {
    for (int round = 0; round < 10; round++) {
      String customer = florin.post("/v2/customers", "{}").text("/id");
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<Reply> payment = threads.submit(() -> pay(customer, "4000000000840118"));
        Future<Reply> deletion = threads.submit(() -> delete(customer));
        boolean paid = payment.get().status() == 200;
        boolean gone = deletion.get().status() == 200;
        assertThat(paid).isNotEqualTo(gone);
      }
    }
  }

  private Reply pay(String customer, String number) {
    return florin.post(
        "/v2/payments",
        payment(900, number).replaceFirst("\\{", "{\"customer\": \"" + customer + "\", "));
  }

  private Reply delete(String customer) {
    return florin
        .client()
        .send(florin.client().request("/v2/customers/" + customer).DELETE().build());
  }

  private List<String> eventTypes(String id) {
    return florin.get("/v2/events?object_id=" + id).texts("/data", "type");
  }

  @Test
  void null_metadata_removes_all_metadata() {
    String path =
        "/v2/customers/"
            + florin
                .post("/v2/customers", "{\"metadata\": {\"a\": \"1\", \"b\": \"2\"}}")
                .text("/id");
    assertThat(florin.post(path, "{\"name\": \"Jo\"}").text("/metadata/b")).isEqualTo("2");
    Reply cleared = florin.post(path, "{\"metadata\": null}");
    assertThat(cleared.status()).isEqualTo(200);
    assertThat(cleared.json().get("metadata").isEmpty()).isTrue();
    assertThat(florin.get(path).body()).isEqualTo(cleared.body());
    assertThat(florin.post("/v2/customers", "{\"metadata\": null}").status()).isEqualTo(200);
  }
}
