package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.node.ObjectNode;

/** Florin rejects a card number in every stored and shown text, and names the field. */
@TestInstance(Lifecycle.PER_CLASS)
class CardNumbersInTextTest {
  private static final String GOOD = "4242424242424242";
  private static final String NUMBER = "4242 4242-4242.4242";

  private static final List<String> ADDRESS =
      List.of("line1", "line2", "city", "state", "postal_code");

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @TestFactory
  Stream<DynamicTest> is_refused_in_every_field_of_ones_own_words() {
    String paid = florin.post("/v2/payments", payment(100, GOOD)).text("/id");
    String refund = florin.post("/v2/refunds", "{\"payment\": \"" + paid + "\"}").text("/id");
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String endpoint =
        florin.post("/v2/webhook_endpoints", "{\"url\": \"https://a.example/\"}").text("/id");
    List<String> person =
        Stream.concat(
                Stream.of("/name", "/email@", "/description", "/metadata/order"),
                ADDRESS.stream().map(part -> "/address/" + part))
            .toList();
    List<String> billing =
        Stream.concat(
                Stream.of("/billing_details/name", "/billing_details/email@"),
                ADDRESS.stream().map(part -> "/billing_details/address/" + part))
            .toList();
    String card =
        "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
            .formatted(GOOD);

    var fields = new LinkedHashMap<String, List<String>>();
    fields.put(
        "/v2/payments " + payment(100, GOOD),
        List.of(
            "/description",
            "/metadata/order",
            "/receipt_email@",
            "/statement_descriptor+",
            "/return_url:",
            "/payment_method/billing_details/name",
            "/payment_method/billing_details/address/line1"));
    fields.put(
        "/v2/payments/" + paid + " {}",
        List.of("/description", "/receipt_email@", "/metadata/order"));
    fields.put("/v2/refunds {\"payment\": \"" + paid + "\"}", List.of("/metadata/order"));
    fields.put("/v2/refunds/" + refund + " {}", List.of("/metadata/order"));
    fields.put("/v2/customers {}", person);
    fields.put("/v2/customers/" + customer + " {}", person);
    fields.put(
        "/v2/payment_methods " + card,
        Stream.concat(billing.stream(), Stream.of("/metadata/order")).toList());
    fields.put(
        "/v2/payment_methods/" + florin.post("/v2/payment_methods", card).text("/id") + " {}",
        Stream.concat(billing.stream(), Stream.of("/metadata/order")).toList());
    fields.put(
        "/v2/checkout_sessions {\"amount\": 500, \"currency\": \"usd\", \"success_url\": \"https://a.example/\", \"cancel_url\": \"https://a.example/\"}",
        List.of("/description", "/metadata/order", "/success_url:", "/cancel_url:"));
    fields.put(
        "/v2/payment_links {\"amount\": 500, \"currency\": \"usd\"}",
        List.of("/description", "/metadata/order", "/success_url:"));
    fields.put(
        "/v2/webhook_endpoints {\"url\": \"https://a.example/\"}",
        List.of("/url:", "/description", "/metadata/order"));
    fields.put(
        "/v2/webhook_endpoints/" + endpoint + " {}",
        List.of("/url:", "/description", "/metadata/order"));
    return fields.entrySet().stream()
        .flatMap(call ->
            call.getValue().stream()
                .map(field ->
                    dynamicTest(
                        call.getKey().split(" ", 2)[0] + field,
                        () -> assertRefused(call.getKey(), field))));
  }

  /**
   * Asserts that a call with a card number in this field is rejected.
   *
   * @param field a JSON Pointer, with a suffix if the text needs another form
   */
  private void assertRefused(String call, String field) {
    String pointer = field.replaceAll("[@+:]$", "");
    String text =
        switch (field.charAt(field.length() - 1)) {
          case '@' -> GOOD + "@example.com";
          case '+' -> "S " + GOOD;
          case ':' -> "https://a.example/?card=4242-4242.4242--4242";
          default -> "my card " + NUMBER;
        };
    if (field.endsWith("postal_code")) {
      text = NUMBER;
    }
    String[] pathAndBody = call.split(" ", 2);
    var json = (ObjectNode) Contract.JSON.readTree(pathAndBody[1]);
    ObjectNode at = json;
    List<String> steps = List.of(pointer.substring(1).split("/"));
    for (String step : steps.subList(0, steps.size() - 1)) {
      at = at.get(step) instanceof ObjectNode there ? there : at.putObject(step);
    }
    at.put(steps.getLast(), text);

    Reply refused = florin.post(pathAndBody[0], json.toString());

    String param =
        pointer.startsWith("/metadata")
            ? "metadata[" + steps.getLast() + "]"
            : String.join(".", steps);
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("card_number_not_allowed");
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(refused.text("/error/message")).startsWith(param + " must not contain");
    assertThat(refused.body()).doesNotContain("4242");
  }

  @Test
  void is_rejected_in_a_url_even_if_encoded() {
    for (String query :
        List.of("n=4242+4242+4242+4242", "n=4242%204242%204242%204242", "%34242424242424242")) {
      String url = "https://a.example/?" + query;
      Reply endpoint = florin.post("/v2/webhook_endpoints", "{\"url\": \"" + url + "\"}");
      assertThat(endpoint.text("/error/code")).isEqualTo("card_number_not_allowed");
      var body = (ObjectNode) Contract.JSON.readTree(payment(100, GOOD));
      Reply paid = florin.post("/v2/payments", body.put("return_url", url).toString());
      assertThat(paid.text("/error/code")).isEqualTo("card_number_not_allowed");
    }
    String broken = "{\"url\": \"https://a.example/?share=100%&n=4242%204242%204242%204242&x=%2\"}";
    assertThat(florin.post("/v2/webhook_endpoints", broken).text("/error/code"))
        .isEqualTo("card_number_not_allowed");
  }

  @Test
  void is_rejected_in_a_metadata_key_without_a_quote() {
    Reply refused = florin.post("/v2/customers", "{\"metadata\": {\"" + NUMBER + "\": \"mine\"}}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("card_number_not_allowed");
    assertThat(refused.text("/error/param")).isEqualTo("metadata");
    assertThat(refused.text("/error/message")).startsWith("metadata has a key that must not");
    assertThat(refused.body()).doesNotContain("4242");
  }

  @Test
  void is_rejected_in_a_filter_that_a_database_may_log() {
    Map<String, String> params =
        Map.of(
            "payments?metadata%5Bnote%5D=4242+4242+4242+4242", "metadata[note]",
            "payments?metadata%5B4242424242424242%5D=mine", "metadata",
            "customers?email=4242424242424242@a.example", "email");
    params.forEach((filter, param) -> {
      Reply refused = florin.get("/v2/" + filter);
      assertThat(refused.status()).as(filter).isEqualTo(400);
      assertThat(refused.text("/error/code")).isEqualTo("card_number_not_allowed");
      assertThat(refused.text("/error/param")).isEqualTo(param);
      assertThat(refused.body()).doesNotContain("4242");
    });
  }

  @Test
  void is_rejected_as_an_idempotency_key_because_events_show_it() {
    Reply refused = florin.post("/v2/customers", "{}", "order " + NUMBER);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("card_number_not_allowed");
    assertThat(refused.text("/error/param")).isEqualTo("Idempotency-Key");
    assertThat(refused.body()).doesNotContain("4242");
    assertThat(florin.post("/v2/customers", "{}", "6f1b4242-4242-4242-4242-4a4a4ac0ffee").status())
        .as("a UUID is no card number")
        .isEqualTo(200);
  }

  @Test
  void is_rejected_in_names_from_the_dashboard() throws Exception {
    var owner = DashboardClient.of(florin, Role.OWNER);
    for (var form :
        Map.of(
                "/dashboard/keys", Map.of("name", NUMBER, "kind", "publishable"),
                "/dashboard/settings", Map.of("name", NUMBER))
            .entrySet()) {
      var again = owner.submit(form.getKey(), form.getKey(), form.getValue());
      assertThat(again.status()).as(form.getKey()).isEqualTo(422);
      assertThat(again.body()).contains("Must not contain a card number");
    }
  }
}
