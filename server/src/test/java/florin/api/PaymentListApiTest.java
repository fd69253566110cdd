package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of payments: pages, cursors, filters. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentListApiTest {
  private static final String GOOD = "4242424242424242";

  private TestApp florin;
  private final List<String> ids = new ArrayList<>();

  @BeforeAll
  void fill() {
    florin = TestApp.open();
    for (int i = 1; i <= 12; i++) {
      String body =
          payment(
                  i * 100L,
                  i % 4 == 0 ? "4000000000000002" : i % 3 == 0 ? "5555555555554444" : GOOD)
              .replace("usd", i % 2 == 0 ? "eur" : "usd")
              .replaceFirst("\\{", "{\"metadata\": {\"parity\": \"" + (i % 2) + "\"}, ");
      ids.addFirst(florin.post("/v2/payments", body).payment());
    }
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_metadata_filter_with_an_invalid_key_is_rejected() {
    for (String key : List.of("%00", "%0A", "k".repeat(41))) {
      Reply refused = florin.get("/v2/payments?metadata%5B" + key + "%5D=x");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/error/param")).startsWith("metadata[");
    }
  }

  @Test
  void pages_in_both_directions_cover_the_whole_list() {
    List<String> forwards = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      Reply page = florin.get("/v2/payments?limit=5" + cursor);
      forwards.addAll(page.texts("/data", "id"));
      more = page.bool("/has_more");
      cursor = "&starting_after=" + forwards.getLast();
    }
    assertThat(forwards).isEqualTo(ids);
    Reply before = florin.get("/v2/payments?limit=5&ending_before=" + ids.get(7));
    assertThat(before.texts("/data", "id")).isEqualTo(ids.subList(2, 7));
    assertThat(before.bool("/has_more")).isTrue();
    Reply first = florin.get("/v2/payments?limit=5&ending_before=" + ids.get(2));
    assertThat(first.texts("/data", "id")).isEqualTo(ids.subList(0, 2));
    assertThat(first.bool("/has_more")).isFalse();
    assertThat(florin.get("/v2/payments").texts("/data", "id")).isEqualTo(ids.subList(0, 10));
  }

  @Test
  void a_payment_is_listed_under_each_of_its_statuses() {
    try (TestApp own = TestApp.open()) {
      String unheard = own.post("/v2/payments", payment(100, "4000000000840035")).payment();
      assertThat(listed(own, "processing")).containsExactly(unheard);

      String action = own.post("/v2/payments", payment(100, "4000000000003220")).payment();
      assertThat(listed(own, "requires_action")).containsExactly(action);
      own.post("/v2/payments/" + action + "/cancel", "{}");
      assertThat(listed(own, "requires_action")).isEmpty();
      assertThat(listed(own, "canceled")).containsExactly(action);

      String manual = payment(100, GOOD).replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
      String authorized = own.post("/v2/payments", manual).payment();
      assertThat(listed(own, "requires_capture")).containsExactly(authorized);
      own.post("/v2/payments/" + authorized + "/capture", "{}");
      assertThat(listed(own, "requires_capture")).isEmpty();
      assertThat(listed(own, "succeeded")).containsExactly(authorized);
    }
  }

  private static List<String> listed(TestApp app, String status) {
    return app.get("/v2/payments?limit=100&status=" + status).texts("/data", "id");
  }

  @ParameterizedTest
  @CsvSource({
    "status=failed, 3",
    "status=succeeded, 9",
    "status=canceled, 0",
    "currency=eur, 6",
    "currency=eur&status=failed, 3",
    "last4=4444, 3",
    "payment_method_type=card, 12",
    "amount=300, 1",
    "amount[gte]=300&amount[lt]=600, 3",
    "amount[gt]=300&amount[lte]=600, 3",
    "created[gte]=4000000000, 0",
    "created[lt]=4000000000, 12",
    "metadata[parity]=1, 6",
    "metadata[parity]=2, 0"
  })
  void a_filter_finds_the_matching_payments(String query, int expected) {
    Reply page = florin.get("/v2/payments?limit=100&" + query);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.texts("/data", "id")).hasSize(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status=paid",
        "currency=EUR",
        "last4=44",
        "amount=1.5",
        "amount[about]=5",
        "created=yesterday",
        "payment_method_type=wallet",
        "customer=x",
        "limit=0",
        "foo=1",
        "starting_after=pay_1"
      })
  void an_invalid_filter_is_rejected_and_named(String query) {
    Reply refused = florin.get("/v2/payments?" + query);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(query).startsWith(refused.text("/error/param").replaceAll("[^a-z0-9_].*", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"amount=1&amount[gt]=1", "created[gte]=1&created=1", "amount[lt]=5&amount=1"})
  void a_plain_filter_and_one_with_a_comparison_exclude_each_other(String query) {
    Reply refused = florin.get("/v2/payments?" + query);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("parameters_exclusive");
    assertThat(refused.text("/error/param"))
        .isEqualTo(query.substring(query.indexOf('&') + 1, query.lastIndexOf('=')));
  }

  @Test
  void metadata_whose_key_has_brackets_can_be_filtered() {
    try (TestApp own = TestApp.open()) {
      own.post("/v2/payments", payment(100, "4242424242424242"));
      String tagged =
          own.post(
                  "/v2/payments",
                  payment(100, "4242424242424242")
                      .replaceFirst("\\{", "{\"metadata\": {\"a[b]\": \"x\", \"items[]\": \"y\"},"))
              .text("/id");
      for (String query :
          List.of("metadata[a[b]]=x", "metadata%5Ba%5Bb%5D%5D=x", "metadata[items[]]=y")) {
        assertThat(own.get("/v2/payments?" + query).texts("/data", "id")).containsExactly(tagged);
      }
    }
  }

  /**
   * A payment may have changed after the client listed it. The next page then neither skips nor
   * repeats a payment.
   */
  @Test
  void a_cursor_can_be_a_payment_that_no_longer_matches_the_filters() {
    List<String> all = florin.get("/v2/payments?limit=100").texts("/data", "id");
    List<String> failed = florin.get("/v2/payments?limit=100&status=failed").texts("/data", "id");
    String succeeded = all.stream().filter(id -> !failed.contains(id)).findFirst().orElseThrow();

    Reply page = florin.get("/v2/payments?limit=100&status=failed&starting_after=" + succeeded);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.texts("/data", "id"))
        .isEqualTo(failed.stream().filter(id -> id.compareTo(succeeded) < 0).toList());
    assertThat(
            florin
                .get("/v2/payments?starting_after=pay_00000000000000000000000000")
                .text("/error/code"))
        .isEqualTo("resource_missing");
  }

  @Test
  void disputed_finds_open_disputes_whatever_the_status_of_the_payment_is() {
    List<String> succeeded =
        florin.get("/v2/payments?limit=100&status=succeeded").texts("/data", "id");
    String open = succeeded.getFirst();
    dispute(open, "{\"status\": \"needs_response\", \"open\": true, \"reason\": \"fraudulent\"}");
    dispute(succeeded.getLast(), "{\"status\": \"won\", \"reason\": \"fraudulent\"}");

    Reply found = florin.get("/v2/payments?status=disputed");

    assertThat(found.texts("/data", "id")).containsExactly(open);
    assertThat(found.text("/data/0/status")).isEqualTo("succeeded");
    assertThat(
            florin.get("/v2/payments?status=disputed&starting_after=" + open).texts("/data", "id"))
        .isEmpty();
    florin.update("UPDATE payment SET provider = NULL WHERE provider IS NOT NULL");
  }

  private void dispute(String payment, String dispute) {
    florin.update(
        "UPDATE payment SET provider = '{\"ids\": {}, \"dispute\": %s}' WHERE id = '%s'"
            .formatted(dispute, PaymentId.KIND.parse(payment).orElseThrow().uuid()));
  }
}
