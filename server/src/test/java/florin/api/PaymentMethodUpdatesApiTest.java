package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentMethodId;
import florin.testing.Reply;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of a saved payment method, as an integrator sees them. */
class PaymentMethodUpdatesApiTest extends WithPaymentMethods {
  @Test
  void a_saved_method_is_kept_up_to_date() {
    String method = method(GOOD);
    attach(method, customer());
    String path = "/v2/payment_methods/" + method;
    Reply updated =
        florin.post(
            path,
            """
            {"card": {"exp_month": 1, "exp_year": 2041}, "metadata": {"a": "1", "b": "2"},
             "billing_details": {"name": "Jo March", "address": {"line1": "1 Orchard House", "line2": "Second floor"}}}\
            """);
    assertThat(updated.status()).as(updated.body()).isEqualTo(200);
    assertThat(updated.json().at("/card/exp_month").intValue()).isEqualTo(1);
    assertThat(updated.json().at("/card/exp_year").intValue()).isEqualTo(2041);
    assertThat(updated.text("/card/last4")).isEqualTo("4242");
    assertThat(updated.text("/billing_details/address/line2")).isEqualTo("Second floor");
    assertThat(florin.get(path).body()).isEqualTo(updated.body());

    Reply merged =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request(path)
                    .header("Content-Type", "application/json")
                    .method(
                        "PATCH",
                        HttpRequest.BodyPublishers.ofString(
                            "{\"card\": {\"exp_month\": 2}, \"billing_details\": {\"email\": \"jo@example.com\"}, \"metadata\": {\"a\": null}}"))
                    .build());
    assertThat(merged.json().at("/card/exp_year").intValue()).isEqualTo(2041);
    assertThat(merged.text("/billing_details/name")).isEqualTo("Jo March");
    assertThat(merged.text("/billing_details/email")).isEqualTo("jo@example.com");
    assertThat(merged.has("/metadata/a")).isFalse();
    assertThat(merged.text("/metadata/b")).isEqualTo("2");
    Reply cleared = florin.post(path, "{\"billing_details\": null, \"metadata\": null}");
    assertThat(cleared.has("/billing_details")).isFalse();
    assertThat(cleared.json().get("metadata").isEmpty()).isTrue();
    assertThat(florin.post(path, "{\"card\": {\"exp_month\": 2}}").body())
        .as("no change")
        .isEqualTo(cleared.body());
    assertThat(events(method))
        .containsExactly(
            "payment_method.updated",
            "payment_method.updated",
            "payment_method.updated",
            "payment_method.attached");
    assertThat(pay(method, "").json().at("/payment_method/card/exp_year").intValue())
        .isEqualTo(2041);
  }

  @Test
  void an_expired_card_can_be_charged_after_its_date_is_updated() {
    String method = method(GOOD);
    attach(method, customer());
    florin.update(
        "UPDATE payment_method SET details = details || '{\"exp_year\": 2020}' WHERE id = ?",
        PaymentMethodId.KIND.parse(method).orElseThrow().uuid());
    assertThat(pay(method, "").text("/error/code")).isEqualTo("invalid_expiry_year");

    florin.post("/v2/payment_methods/" + method, "{\"card\": {\"exp_year\": 2041}}");

    assertThat(pay(method, "").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"card\": {\"exp_month\": 13}}|402|invalid_expiry_month|card.exp_month",
        "{\"card\": {\"exp_year\": 2020}}|402|invalid_expiry_year|card.exp_year",
        "{\"card\": {\"number\": \"5555555555554444\"}}|400|parameter_not_updatable|card.number",
        "{\"card\": {\"cvc\": \"123\"}}|400|parameter_not_updatable|card.cvc",
        "{\"customer\": \"cus_01h455vb4pex5vsknk084sn02q\"}|400|parameter_not_updatable|customer",
        "{\"card\": {\"exp_year\": 30}}|400|parameter_invalid|card.exp_year",
        "{\"brand\": \"visa\"}|400|parameter_unknown|brand",
      })
  void an_invalid_update_is_rejected_and_changes_nothing(
      String body, int status, String code, String param) {
    String method = method(GOOD);
    String before = florin.get("/v2/payment_methods/" + method).body();
    Reply refused = florin.post("/v2/payment_methods/" + method, body);
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.text("/error/code")).isEqualTo(code);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(florin.get("/v2/payment_methods/" + method).body()).isEqualTo(before);
  }

  @Test
  void a_used_detached_or_unknown_method_cannot_be_updated() {
    String used = method(GOOD);
    pay(used, "");
    assertThat(update(used, "").text("/error/code")).isEqualTo("payment_method_consumed");
    String detached = method(GOOD);
    attach(detached, customer());
    florin.post("/v2/payment_methods/" + detached + "/detach", "{}");
    assertThat(update(detached, "").text("/error/code")).isEqualTo("payment_method_unavailable");
    assertThat(update(UNKNOWN, "").status()).isEqualTo(404);
    assertThat(events(detached))
        .containsExactly("payment_method.detached", "payment_method.attached");
  }

  @Test
  void a_repeated_update_gets_the_first_response_and_concurrent_ones_all_count() throws Exception {
    String method = method(GOOD);
    attach(method, customer());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var replies = new ArrayList<Future<Reply>>();
      for (int i = 0; i < 8; i++) {
        String body = "{\"metadata\": {\"k" + i + "\": \"v\"}}";
        replies.add(threads.submit(() -> florin.post("/v2/payment_methods/" + method, body)));
      }
      for (Future<Reply> reply : replies) {
        assertThat(reply.get().status()).isEqualTo(200);
      }
    }
    assertThat(florin.get("/v2/payment_methods/" + method).json().get("metadata").size())
        .isEqualTo(8);
    Reply first = update(method, "renewed");
    update(method, "");
    Reply again = update(method, "renewed");
    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(first.body());
  }

  @Test
  void a_repeated_update_gets_the_first_response_even_if_it_is_invalid_now() {
    String method = method(GOOD);
    attach(method, customer());
    String path = "/v2/payment_methods/" + method;
    florin.post(path, "{\"card\": {\"exp_year\": 2041}}");
    Reply first = florin.post(path, "{\"card\": {\"exp_month\": 1}}", "january");
    assertThat(first.status()).isEqualTo(200);
    florin.update(
        "UPDATE payment_method SET details = details || '{\"exp_year\": 2020}' WHERE id = ?",
        PaymentMethodId.KIND.parse(method).orElseThrow().uuid());

    Reply again = florin.post(path, "{\"card\": {\"exp_month\": 1}}", "january");

    assertThat(again.isReplay()).isTrue();
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    Reply wrong = florin.post(path, "{\"card\": {\"exp_month\": 2}}", "february");
    assertThat(wrong.status()).isEqualTo(402);
    florin.post(path, "{\"card\": {\"exp_year\": 2041}}");
    assertThat(florin.post(path, "{\"card\": {\"exp_month\": 2}}", "february").status())
        .as("a rejected request releases its key")
        .isEqualTo(200);
  }

  private Reply update(String method, String key) {
    String path = "/v2/payment_methods/" + method;
    return key.isEmpty()
        ? florin.post(path, "{\"card\": {\"exp_year\": 2042}}")
        : florin.post(path, "{\"card\": {\"exp_year\": 2041}}", key);
  }
}
