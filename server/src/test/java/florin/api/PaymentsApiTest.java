package florin.api;

import static florin.testing.TestApp.payment;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payments as an integrator sees them, over real HTTP and a real database. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentsApiTest {
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
  void a_card_is_charged_and_the_payment_can_be_retrieved() {
    Reply made = florin.post("/v2/payments", payment(1000, GOOD));
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.text("/id")).startsWith("pay_").hasSize(30);
    assertThat(made.text("/object")).isEqualTo("payment");
    assertThat(made.text("/status")).isEqualTo("succeeded");
    assertThat(made.number("/amount")).isEqualTo(1000);
    assertThat(made.number("/amount_captured")).isEqualTo(1000);
    assertThat(made.text("/currency")).isEqualTo("usd");
    assertThat(made.text("/payment_method/id")).startsWith("pm_");
    assertThat(made.text("/payment_method/type")).isEqualTo("card");
    assertThat(made.text("/payment_method/card/brand")).isEqualTo("visa");
    assertThat(made.text("/payment_method/card/last4")).isEqualTo("4242");
    assertThat(made.number("/payment_method/card/exp_month")).isEqualTo(12);
    assertThat(made.number("/payment_method/card/exp_year")).isEqualTo(2040);
    assertThat(made.number("/created")).isBetween(1_700_000_000L, 4_000_000_000L);
    assertThat(made.body()).doesNotContain(GOOD).doesNotContain("cvc\":\"123");
    assertThat(florin.get("/v2/payments/" + made.text("/id")).body()).isEqualTo(made.body());
  }

  @ParameterizedTest
  @CsvSource({
    "4000000000000002, card_declined, generic_decline",
    "4000000000009995, card_declined, insufficient_funds",
    "4000000000009987, card_declined, lost_card",
    "4000000000000069, expired_card,",
    "4000000000000127, incorrect_cvc,",
    "4000000000000119, processing_error,",
    "4100000000000019, card_declined, fraudulent",
    "4000000000830051, card_declined, do_not_honor",
    "4000000000830614, card_declined, card_velocity_exceeded",
    "4000000000840050, processing_error,",
    "4242424242424241, incorrect_number,"
  })
  void a_declined_card_is_402_and_a_stored_failed_payment_with_its_event(
      String number, String code, String declineCode) {
    Reply declined = florin.post("/v2/payments", payment(1000, number));
    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.text("/error/type")).isEqualTo("card_error");
    assertThat(declined.text("/error/code")).isEqualTo(code);
    assertThat(declined.has("/error/decline_code")).isEqualTo(declineCode != null);
    String id = declined.text("/error/payment");

    Reply stored = florin.get("/v2/payments/" + id);
    assertThat(stored.status()).isEqualTo(200);
    assertThat(stored.text("/status")).isEqualTo("failed");
    assertThat(stored.text("/failure/code")).isEqualTo(code);
    assertThat(stored.number("/amount_captured")).isZero();
    assertThat(eventTypes(id)).containsExactly("payment.failed");
  }

  @ParameterizedTest
  @CsvSource({
    "13, 2040, 123, invalid_expiry_month, payment_method.card.exp_month",
    "0, 2040, 123, invalid_expiry_month, payment_method.card.exp_month",
    "12, 2020, 123, invalid_expiry_year, payment_method.card.exp_year",
    "12, 2040, 1234, invalid_cvc, payment_method.card.cvc",
    "12, 2040, 12, invalid_cvc, payment_method.card.cvc"
  })
  void an_invalid_card_returns_402_and_names_the_field(
      int month, int year, String cvc, String code, String param) {
    Reply refused = florin.post("/v2/payments", card(GOOD, month, year, cvc));
    assertThat(refused.status()).isEqualTo(402);
    assertThat(refused.text("/error/code")).isEqualTo(code);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(eventTypes(refused.text("/error/payment"))).containsExactly("payment.failed");
  }

  @Test
  void a_number_that_fails_its_check_digit_is_not_kept() {
    Reply refused = florin.post("/v2/payments", payment(1000, "4242424242424241"));
    String id = refused.text("/error/payment");
    assertThat(
            florin.query(
                "SELECT (m.secret IS NULL)::text FROM payment p JOIN payment_method m ON m.id = p.payment_method_id"
                    + " ORDER BY p.id DESC LIMIT 1"))
        .containsExactly("true");
    assertThat(florin.get("/v2/payments/" + id).text("/payment_method/card/last4"))
        .isEqualTo("4241");
  }

  @Test
  void no_card_number_or_security_code_is_stored_in_the_database() {
    String number = "5555555555554444";
    String inBytes = HexFormat.of().formatHex(number.getBytes(US_ASCII));
    florin.post("/v2/payments", card(number, 12, 2040, "987"), "number-nowhere");
    for (String table :
        List.of(
            "payment",
            "payment_method",
            "attempt",
            "event",
            "idempotency",
            "simulator_operation")) {
      assertThat(florin.query("SELECT t::text FROM " + table + " t"))
          .as(table)
          .isNotEmpty()
          .noneMatch(
              row -> row.contains(number) || row.contains(inBytes) || row.contains("\"987\""));
    }
  }

  @Test
  void the_requested_fields_are_stored_and_returned() {
    Reply made =
        florin.post(
            "/v2/payments",
            """
            {"amount": 5, "currency": "jpy", "description": "Ein Äpfel 🍎", "metadata": {"order": "6735", "a": "1", "bb": "2", "zzzzzzzzzzzz": "3", "key": ""},
             "receipt_email": "jo@example.com", "statement_descriptor": "SHOP 12",
             "payment_method": {"type": "card", "card": {"number": "378282246310005", "exp_month": 1, "exp_year": 2041}}}
            """);
    assertThat(made.status()).isEqualTo(200);
    Reply got = florin.get("/v2/payments/" + made.text("/id"));
    assertThat(got.body()).isEqualTo(made.body());
    assertThat(got.text("/description")).isEqualTo("Ein Äpfel 🍎");
    assertThat(got.text("/metadata/order")).isEqualTo("6735");
    assertThat(got.has("/metadata/key")).isFalse();
    assertThat(got.text("/receipt_email")).isEqualTo("jo@example.com");
    assertThat(got.text("/statement_descriptor")).isEqualTo("SHOP 12");
    assertThat(got.text("/payment_method/card/brand")).isEqualTo("amex");
    assertThat(got.text("/checks/cvc")).isEqualTo("unavailable");
  }

  @Test
  void all_invalid_parameters_are_named_together_and_nothing_is_stored() {
    List<String> before = florin.query("SELECT count(*)::text FROM payment");
    Reply refused =
        florin.post(
            "/v2/payments",
            """
            {"amount": "1000", "currency": "USD", "colour": "red", "payment_method": {"type": "card", "card":
              {"exp_month": 1.5, "exp_year": 30, "number": 4242}}}
            """);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("amount");
    assertThat(refused.texts("/error/errors", "param"))
        .containsExactly(
            "amount",
            "currency",
            "payment_method.card.number",
            "payment_method.card.exp_month",
            "payment_method.card.exp_year",
            "colour");
    assertThat(florin.query("SELECT count(*)::text FROM payment")).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "0, amount_too_small",
    "-1, amount_too_small",
    "1000000000000, amount_too_large",
    "null, parameter_missing",
    "10.5, parameter_invalid",
    "1e3, parameter_invalid",
    "true, parameter_invalid"
  })
  void an_amount_outside_its_limits_is_rejected_with_a_specific_code(String amount, String code) {
    Reply refused =
        florin.post(
            "/v2/payments",
            payment(1, GOOD).replace("\"amount\": 1,", "\"amount\": " + amount + ","));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo(code);
    assertThat(refused.text("/error/param")).isEqualTo("amount");
  }

  @Test
  void a_card_number_in_free_text_is_rejected() {
    Reply refused =
        florin.post(
            "/v2/payments",
            payment(1, GOOD)
                .replaceFirst("\\{", "{\"description\": \"card 4242 4242 4242 4242\", "));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("card_number_not_allowed");
    assertThat(refused.body()).doesNotContain("4242");
  }

  @Test
  void an_unread_query_is_rejected_and_nothing_is_done() {
    List<String> before = florin.query("SELECT count(*)::text FROM payment");
    Reply refused = florin.post("/v2/payments?amount=5", payment(1, GOOD));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("parameter_unknown");
    assertThat(refused.text("/error/param")).isEqualTo("amount");
    assertThat(florin.query("SELECT count(*)::text FROM payment")).isEqualTo(before);
  }

  @Test
  void an_unread_body_is_rejected() {
    Reply refused =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request("/v2/events")
                    .header("Content-Type", "application/json")
                    .method("GET", HttpRequest.BodyPublishers.ofString("{\"limit\": 1}"))
                    .build());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("limit");
  }

  @Test
  void an_unsupported_method_type_is_rejected_with_a_specific_code() {
    Reply refused =
        florin.post(
            "/v2/payments",
            "{\"amount\": 1, \"currency\": \"eur\", \"payment_method\": {\"type\": \"wallet\", \"wallet\": {}}}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payment_method_type_unsupported");
    assertThat(refused.text("/error/param")).isEqualTo("payment_method.type");
  }

  @Test
  void an_empty_method_type_is_no_card() {
    Reply refused =
        florin.post(
            "/v2/payments", payment(1, GOOD).replace("\"card\", \"card\"", "\"\", \"card\""));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("payment_method.type");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pay_01h455vb4pex5vsknk084sn02q", "pay_1", "cus_01h455vb4pex5vsknk084sn02q", "x"})
  void an_unknown_id_of_any_form_returns_404(String id) {
    Reply missing = florin.get("/v2/payments/" + id);
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.text("/error/code")).isEqualTo("resource_missing");
  }

  @ParameterizedTest
  @CsvSource({
    "4000000000840019, failed",
    "4000000000840027, succeeded",
    "4000000000840035, failed",
    "4000000000840043, failed",
    "4000000000840068, succeeded",
    "4000000000840118, succeeded",
    "4000000000840126, failed"
  })
  void an_outcome_that_is_not_known_is_processing_and_becomes_known(String number, String end) {
    Reply made = florin.post("/v2/payments", payment(700, number));
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.text("/status")).isEqualTo("processing");
    String path = "/v2/payments/" + made.text("/id");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(florin.get(path).text("/status")).isEqualTo(end));
    assertThat(eventTypes(made.text("/id")))
        .containsExactly("payment." + end, "payment.processing", "payment.created");
  }

  @Test
  void events_are_listed_newest_first_and_paged_without_gap_or_repetition() {
    for (int i = 0; i < 7; i++) {
      florin.post("/v2/payments", payment(100 + i, GOOD));
    }
    Reply first = florin.get("/v2/events?limit=5");
    assertThat(first.text("/object")).isEqualTo("list");
    assertThat(first.bool("/has_more")).isTrue();
    List<String> firstIds = first.texts("/data", "id");
    Reply second = florin.get("/v2/events?limit=5&starting_after=" + firstIds.getLast());
    List<String> secondIds = second.texts("/data", "id");
    assertThat(firstIds).hasSize(5).doesNotContainAnyElementsOf(secondIds);
    Reply back = florin.get("/v2/events?limit=5&ending_before=" + secondIds.getFirst());
    assertThat(back.texts("/data", "id")).isEqualTo(firstIds);
    assertThat(florin.get("/v2/events?limit=100&type=payment.succeeded").texts("/data", "type"))
        .isNotEmpty()
        .containsOnly("payment.succeeded");
    Reply one = florin.get("/v2/events/" + firstIds.getFirst());
    assertThat(first.body()).contains(one.body());
  }

  @Test
  void a_list_rejects_invalid_cursors_and_limits() {
    florin.post("/v2/payments", payment(1, GOOD));
    assertThat(florin.get("/v2/events?limit=101").text("/error/param")).isEqualTo("limit");
    assertThat(florin.get("/v2/events?limit=ten").text("/error/param")).isEqualTo("limit");
    Reply unknown = florin.get("/v2/events?starting_after=evt_01h455vb4pex5vsknk084sn02q");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.text("/error/code")).isEqualTo("resource_missing");
    String id = florin.get("/v2/events?limit=1").texts("/data", "id").getFirst();
    Reply both = florin.get("/v2/events?starting_after=" + id + "&ending_before=" + id);
    assertThat(both.text("/error/code")).isEqualTo("parameters_exclusive");
    assertThat(florin.get("/v2/events?colour=red").text("/error/code"))
        .isEqualTo("parameter_unknown");
  }

  private List<String> eventTypes(String paymentId) {
    return florin.get("/v2/events?object_id=" + paymentId).texts("/data", "type");
  }

  private static String card(String number, int month, int year, String cvc) {
    return """
    {"amount": 1000, "currency": "usd", "payment_method": {"type": "card", "card":
        {"number": "%s", "exp_month": %d, "exp_year": %d, "cvc": "%s"}}}\
    """
        .formatted(number, month, year, cvc);
  }
}
