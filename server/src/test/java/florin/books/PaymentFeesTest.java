package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The fees of payments and balance transactions, by contracts and by settlement lines. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentFeesTest {
  private static final String CARD = "4242424242424242";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    contract("\"brand\": \"visa\", \"percent\": \"1.5\"");
    contract("\"region\": \"eea\", \"percent\": \"9\"");
    contract("\"brand\": \"visa\", \"region\": \"FR\", \"percent\": \"2\"");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_payment_has_the_fee_of_its_contract_until_lines_settle_it() {
    Reply paid = pay(TestApp.payment(1_010, CARD));
    assertThat(paid.body()).contains("\"fee\":null,\"net\":null");
    String id = paid.text("/id");
    String expected =
        """
        "fee":{"amount":15,"currency":"usd","status":"expected"},"net":{"amount":995,"currency":"usd","status":"expected"}\
        """;
    assertThat(florin.get("/v2/payments/" + id).body()).contains(expected);
    assertThat(listed(id)).contains(expected);

    line("L1", "payment", id, "usd", 600, 9);
    line("L2", "payment", id, "usd", 410, 8);
    line("L3", "dispute", id, "usd", -1_010, 1_500);

    String settled =
        """
        "fee":{"amount":17,"currency":"usd","status":"settled"},"net":{"amount":993,"currency":"usd","status":"settled"}\
        """;
    assertThat(florin.get("/v2/payments/" + id).body()).contains(settled);
    assertThat(listed(id)).contains(settled);
    assertThat(florin.get("/v2/events?limit=100").body()).doesNotContain("\"fee\":{");
  }

  @Test
  void the_country_is_that_of_the_billing_address() {
    String body =
        """
        {"amount": 1000, "currency": "usd", "payment_method": {"type": "card",
         "card": {"number": "%s", "exp_month": 12, "exp_year": 2035, "cvc": "123"},
         "billing_details": {"address": {"country": "%s"}}}}\
        """;
    String french = pay(body.formatted(CARD, "FR")).text("/id");
    String german = pay(body.formatted("5555555555554444", "DE")).text("/id");
    String british = pay(body.formatted("5555555555554444", "GB")).text("/id");

    assertThat(florin.get("/v2/payments/" + french).number("/fee/amount")).isEqualTo(20);
    assertThat(florin.get("/v2/payments/" + german).number("/fee/amount")).isEqualTo(90);
    assertThat(florin.get("/v2/payments/" + british).body()).contains("\"fee\":null,\"net\":null");
  }

  @Test
  void a_payment_that_is_not_captured_has_no_fee() {
    String held =
        pay(TestApp.payment(1_000, CARD).replaceFirst("\\{", "{\"capture_method\": \"manual\", "))
            .text("/id");

    assertThat(florin.get("/v2/payments/" + held).body()).contains("\"fee\":null,\"net\":null");
    florin.post("/v2/payments/" + held + "/capture", "{\"amount\": 200}");
    assertThat(florin.get("/v2/payments/" + held).number("/fee/amount")).isEqualTo(3);
    assertThat(florin.get("/v2/payments/" + held).number("/net/amount")).isEqualTo(197);
  }

  @Test
  void a_settlement_in_another_currency_has_its_own() {
    String id = pay(TestApp.payment(1_000, CARD)).text("/id");
    line("C1", "payment", id, "eur", 900, 20);

    assertThat(florin.get("/v2/payments/" + id).text("/fee/currency")).isEqualTo("eur");
    assertThat(florin.get("/v2/payments/" + id).number("/net/amount")).isEqualTo(880);
    Reply movement = movement(id, "payment");
    assertThat(movement.json().at("/data/0/fee").isNull()).isTrue();
    assertThat(movement.text("/data/0/available_on")).isEqualTo("2026-12-01");
    line("C2", "payment", id, "usd", 100, 2);
    assertThat(florin.get("/v2/payments/" + id).body()).contains("\"fee\":null,\"net\":null");
  }

  @Test
  void balance_transactions_have_the_fee_and_the_day_of_their_lines() {
    String id = pay(TestApp.payment(1_000, CARD)).text("/id");
    String refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(id))
            .text("/id");
    Reply before = movement(id, "payment");
    assertThat(before.json().at("/data/0/fee").isNull()).isTrue();
    assertThat(before.json().at("/data/0/available_on").isNull()).isTrue();

    line("T1", "payment", id, "usd", 1_000, 31);
    line("T2", "refund", refund, "usd", -300, -4);

    Reply payment = movement(id, "payment");
    assertThat(payment.number("/data/0/fee")).isEqualTo(31);
    assertThat(payment.number("/data/0/net")).isEqualTo(969);
    assertThat(payment.text("/data/0/available_on")).isEqualTo("2026-12-01");
    Reply refunded = movement(refund, "refund");
    assertThat(refunded.number("/data/0/fee")).isEqualTo(-4);
    assertThat(refunded.number("/data/0/net")).isEqualTo(-296);
    assertThat(florin.get("/v2/balance_transactions/" + refunded.text("/data/0/id")).json())
        .isEqualTo(refunded.json().at("/data/0"));
  }

  @Test
  void the_simulator_keeps_the_expected_fee_and_its_own_without_a_contract() {
    try (TestApp shop = TestApp.open()) {
      shop.post(
          "/v2/fee_contracts",
          "{\"connector\": \"simulator\", \"brand\": \"visa\", \"currency\": \"usd\", \"percent\": \"2\", \"fixed\": 5, \"minimum\": 40}");
      String visa = shop.post("/v2/payments", TestApp.payment(2_000, CARD)).text("/id");
      String small = shop.post("/v2/payments", TestApp.payment(30, CARD)).text("/id");
      String other =
          shop.post("/v2/payments", TestApp.payment(1_000, "5555555555554444")).text("/id");
      assertThat(shop.get("/v2/payments/" + visa).number("/fee/amount")).isEqualTo(45);
      assertThat(shop.get("/v2/payments/" + small).number("/net/amount")).isEqualTo(-10);

      Reply settled = shop.post("/v2/test/settlements", "{}");

      assertThat(settled.number("/payouts/0/amount")).isEqualTo(3_030 - 45 - 40 - 39);
      assertThat(shop.get("/v2/payments/" + visa).body())
          .contains("\"fee\":{\"amount\":45,\"currency\":\"usd\",\"status\":\"settled\"}");
      assertThat(shop.get("/v2/payments/" + small).number("/net/amount")).isEqualTo(-10);
      assertThat(shop.get("/v2/payments/" + other).number("/fee/amount")).isEqualTo(39);
      LedgerChecks.assertHolds(shop.database());
    }
  }

  private Reply movement(String source, String type) {
    String path = "/v2/balance_transactions?type=" + type + "&source=" + source;
    await().atMost(PATIENCE).until(() -> florin.get(path).has("/data/0/id"));
    return florin.get(path);
  }

  private String listed(String id) {
    return Objects.requireNonNull(
        List.of(florin.get("/v2/payments?limit=100").body().split("(?=\\{\"id\":\"pay_)")).stream()
            .filter(one -> one.contains(id))
            .findFirst()
            .orElse(null));
  }

  private Reply pay(String body) {
    Reply paid = florin.post("/v2/payments", body);
    assertThat(paid.status()).as(paid.body()).isEqualTo(200);
    return paid;
  }

  private void contract(String parameters) {
    Reply made =
        florin.post("/v2/fee_contracts", "{\"connector\": \"simulator\", " + parameters + "}");
    assertThat(made.status()).as(made.body()).isEqualTo(200);
  }

  private void line(
      String reference, String type, String object, String currency, long gross, long fee) {
    Id id =
        type.equals("refund")
            ? RefundId.KIND.parse(object).orElseThrow()
            : PaymentId.KIND.parse(object).orElseThrow();
    florin.update(
        """
        INSERT INTO settlement_line (realm_id, id, connector, reference, type, object_id, currency, gross, fee, tax, net,
                                     description, occurred_at, available_at, created_at)
        VALUES (%d, '%s', 'simulator', '%s', '%s', '%s', '%s', %d, %d, 0, %d, '', now(), '2026-12-01T23:00:00Z', now())\
        """
            .formatted(
                florin.realm().id(),
                UUID.randomUUID(),
                reference,
                type,
                id.uuid(),
                currency,
                gross,
                fee,
                gross - fee));
  }
}
