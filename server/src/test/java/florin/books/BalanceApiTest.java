package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** `/v2/balance` and `/v2/balance_transactions`, as an integrator sees them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BalanceApiTest {
  private static final String CARD = "4242424242424242";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private TestApp florin;
  private String paid;
  private String refund;
  private Waiting transfer;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    paid = florin.post("/v2/payments", TestApp.payment(1_000, CARD)).text("/id");
    florin.post("/v2/payments", TestApp.payment(50, "4000000000000002"));
    refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(paid))
            .text("/id");
    var shop = new BankShop(florin);
    transfer = shop.ask(700);
    shop.book(
        transfer.iban(),
        Line.credit(710, "R1", transfer.reference()),
        Line.written(40, "R2", "no reference"));
    shop.awaitMatched();
    await().atMost(PATIENCE).until(() -> transactions("").size() == 5);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_balance_has_the_money_at_each_connector() {
    long before = Instant.now().getEpochSecond();

    Reply balance = florin.get("/v2/balance");

    assertThat(balance.status()).as(balance.body()).isEqualTo(200);
    assertThat(balance.text("/object")).isEqualTo("balance");
    assertThat(balance.has("/balances/1")).isFalse();
    assertThat(balance.text("/balances/0/currency")).isEqualTo("usd");
    assertThat(balance.text("/balances/0/connector")).isEqualTo("simulator");
    assertThat(balance.number("/balances/0/pending")).isEqualTo(700);
    assertThat(balance.number("/balances/0/available")).isZero();
    assertThat(balance.number("/balances/0/in_transit")).isZero();
    assertThat(balance.number("/balances/0/disputed")).isZero();
    assertThat(balance.number("/as_of")).isBetween(before - 60, before + 60);
    assertThat(balance.body()).contains("\"complete\":true", "\"livemode\":false");
  }

  @Test
  void a_balance_is_incomplete_while_older_payments_are_added() {
    florin.sql(connection ->
        Db.update(
            connection,
            "INSERT INTO ledger_backlog VALUES (%d, 'payments', 'ffffffff-ffff-ffff-ffff-ffffffffffff')"
                .formatted(florin.realm().id())));

    assertThat(florin.get("/v2/balance").body()).contains("\"complete\":false");
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/balance").body().contains("\"complete\":true"));
  }

  @ParameterizedTest
  @CsvSource({
    "payment, 1000, usd, simulator",
    "refund, -300, usd, simulator",
    "unmatched_transfer, 40, eur,",
    "customer_credit, 10, eur,"
  })
  void a_movement_has_its_amount_and_connector(
      String type, long amount, String currency, String connector) {
    Reply list = florin.get("/v2/balance_transactions?type=" + type);

    String it =
        IntStream.range(0, list.json().at("/data").size())
            .mapToObj(i -> "/data/" + i)
            .filter(path -> list.number(path + "/amount") == amount)
            .findFirst()
            .orElseThrow();
    assertThat(list.text(it + "/object")).isEqualTo("balance_transaction");
    assertThat(list.text(it + "/currency")).isEqualTo(currency);
    assertThat(list.has(it + "/connector")).isEqualTo(connector != null);
    for (String unknown : new String[] {"/fee", "/net", "/available_on"}) {
      assertThat(list.json().at(it + unknown).isNull()).as(unknown).isTrue();
    }
    Reply one = florin.get("/v2/balance_transactions/" + list.text(it + "/id"));
    assertThat(one.json()).isEqualTo(list.json().at(it));
  }

  @Test
  void a_bank_transfer_goes_to_the_bank() {
    Reply list = florin.get("/v2/balance_transactions?source=" + transfer.id());

    assertThat(list.json().at("/data").size()).as(list.body()).isEqualTo(1);
    assertThat(list.number("/data/0/amount")).isEqualTo(700);
    assertThat(list.text("/data/0/receiving_account"))
        .isEqualTo(florin.get("/v2/receiving_accounts").text("/data/0/id"));
  }

  @Test
  void the_movements_of_an_object_are_listed() {
    assertThat(transactions("?source=" + paid).at("/0/amount").asLong()).isEqualTo(1_000);
    assertThat(transactions("?source=" + refund).at("/0/source").stringValue()).isEqualTo(refund);
  }

  @Test
  void pages_continue_after_a_transaction() {
    Reply first = florin.get("/v2/balance_transactions?limit=2");

    assertThat(first.body()).contains("\"has_more\":true");
    String last = first.text("/data/1/id");
    Reply next = florin.get("/v2/balance_transactions?limit=3&starting_after=" + last);
    assertThat(next.json().at("/data").size()).isEqualTo(3);
    assertThat(next.body()).contains("\"has_more\":false").doesNotContain(last);
  }

  @Test
  void a_span_of_time_has_its_movements_only() {
    long now = Instant.now().getEpochSecond();

    assertThat(transactions("?created[gte]=" + (now - 600)).size()).isEqualTo(2);
    // Money of bank entries has the bank's day.
    assertThat(transactions("?created[lt]=" + (now - 600)).size()).isEqualTo(3);
    assertThat(transactions("?created[gt]=" + (now + 600)).size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "type=gift",
    "source=cus_01m87803",
    "starting_after=txn_01m878030neb5tzrakr3tgk5m1",
    "color=red"
  })
  void a_wrong_query_is_rejected(String query) {
    assertThat(florin.get("/v2/balance_transactions?" + query).status()).isEqualTo(400);
  }

  @Test
  void another_account_sees_neither_the_balance_nor_the_movements() {
    String id = florin.get("/v2/balance_transactions").text("/data/0/id");
    try (var other =
        new TestClient(florin.app().port(), SpecialKeys.ofNewAccount(florin).secret())) {
      assertThat(other.get("/v2/balance").body()).contains("\"balances\":[]");
      assertThat(other.get("/v2/balance_transactions/" + id).status()).isEqualTo(404);
    }
  }

  private JsonNode transactions(String query) {
    return florin.get("/v2/balance_transactions" + query).json().at("/data");
  }
}
