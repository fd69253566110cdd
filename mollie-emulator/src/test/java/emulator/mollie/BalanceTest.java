package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.mollie.Merchant.Reply;
import emulator.provider.BalanceLedger.Account;
import emulator.provider.Options;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Balances, their transactions, and settlements. */
class BalanceTest {
  private static final String TRANSACTIONS = "/v2/balances/primary/transactions";

  private final MollieEmulator mollie = start();
  private final Merchant shop = new Merchant(mollie, MollieEmulator.LIVE_KEY);
  private final Merchant owner = new Merchant(mollie, MollieEmulator.ACCESS_TOKEN);

  private static MollieEmulator start() {
    try {
      return MollieEmulator.start(
          Options.ofTests().withClock(InstantSource.fixed(Instant.parse("2030-04-29T10:00:00Z"))));
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    mollie.close();
  }

  private String sell(String... others) throws IOException {
    String payment = shop.open(others);
    mollie.payers().pay(payment);
    return payment;
  }

  private void waitDays(int days) {
    mollie.advance(Duration.ofDays(days));
  }

  private List<JsonNode> list(String target, String what) throws IOException {
    Reply reply = owner.get(target);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    JsonNode items = reply.json().at("/_embedded/" + what);
    return StreamSupport.stream(items.spliterator(), false).toList();
  }

  private JsonNode newest() throws IOException {
    return list(TRANSACTIONS + "?limit=1", "balance_transactions").getFirst();
  }

  private String balance(String part) throws IOException {
    return owner.get("/v2/balances/primary").at("/" + part + "Amount/value");
  }

  private static List<String> amounts(JsonNode transaction) {
    return List.of(
        transaction.at("/initialAmount/value").asString(),
        transaction.at("/deductions/value").asString(""),
        transaction.at("/resultAmount/value").asString());
  }

  @Test
  void a_payment_is_pending_for_two_days_and_then_on_the_balance_less_its_fee() throws IOException {
    String payment = sell("\"method\":\"ideal\"");
    assertThat(list(TRANSACTIONS, "balance_transactions")).isEmpty();
    assertThat(balance("pending")).isEqualTo("25.00");
    assertThat(balance("available")).isEqualTo("0.00");

    waitDays(2);
    JsonNode made = newest();
    assertThat(made.get("type").asString()).isEqualTo("payment");
    assertThat(made.at("/context/paymentId").asString()).isEqualTo(payment);
    assertThat(made.at("/context/paymentDescription").asString()).isEqualTo("Order 1");
    assertThat(amounts(made)).containsExactly("25.00", "-0.42", "24.58");
    assertThat(made.at("/deductionDetails/fees/value").asString()).isEqualTo("-0.42");
    assertThat(balance("pending")).isEqualTo("0.00");
    assertThat(balance("available")).isEqualTo("24.58");

    sell("\"method\":\"creditcard\"");
    waitDays(2);
    assertThat(amounts(newest())).containsExactly("25.00", "-0.85", "24.15");
  }

  @Test
  void refunds_and_chargebacks_change_the_balance_and_so_do_their_returns() throws IOException {
    String payment = sell("\"method\":\"ideal\"");
    waitDays(2);
    String refund = shop.refund(payment, "5.00").at("/id");
    assertThat(newest().get("type").asString()).isEqualTo("refund");
    assertThat(newest().at("/context/refundId").asString()).isEqualTo(refund);
    assertThat(amounts(newest())).containsExactly("-5.00", "-0.30", "-5.30");

    mollie.payers().failRefund(refund);
    assertThat(newest().get("type").asString()).isEqualTo("returned-refund");
    assertThat(amounts(newest())).containsExactly("5.00", "", "5.00");

    String chargeback = mollie.payers().chargeBack(payment);
    assertThat(newest().get("type").asString()).isEqualTo("chargeback");
    assertThat(amounts(newest())).containsExactly("-25.00", "-18.15", "-43.15");
    mollie.payers().reverseChargeback(chargeback);
    assertThat(newest().get("type").asString()).isEqualTo("chargeback-reversal");
    assertThat(newest().at("/context/chargebackId").asString()).isEqualTo(chargeback);
    assertThat(amounts(newest())).containsExactly("25.00", "", "25.00");
  }

  @Test
  void a_queued_refund_changes_the_balance_when_it_is_processed() throws IOException {
    String payment = sell("\"method\":\"ideal\"");
    waitDays(2);
    mollie.staff().lackBalance(true);
    String canceled = shop.refund(payment, "5.00").at("/id");
    shop.refund(payment, "6.00");
    mollie.staff().cancelRefund(canceled);
    assertThat(newest().get("type").asString()).isEqualTo("payment");

    mollie.staff().lackBalance(false);
    assertThat(amounts(newest()).getFirst()).isEqualTo("-6.00");
    assertThat(list(TRANSACTIONS, "balance_transactions")).hasSize(2);
  }

  @Test
  void a_settlement_has_periods_of_each_month_with_revenue_costs_and_vat() throws IOException {
    String ideal = sell("\"method\":\"ideal\"");
    sell("\"method\":\"ideal\"");
    shop.refund(ideal, "5.00");
    waitDays(3);
    mollie.treasury().chargeFee(true, "10.00");

    String id = mollie.treasury().settle().getFirst();
    Reply made = owner.get("/v2/settlements/" + id);
    assertThat(made.at("/status")).isEqualTo("pending");
    assertThat(made.json().get("settledAt").isNull()).isTrue();
    assertThat(made.at("/amount/value")).isEqualTo("33.86");
    JsonNode april = made.json().at("/periods/2030/04");
    assertThat(april.at("/revenue/0/method").asString()).isEqualTo("refund");
    assertThat(april.at("/revenue/0/amountGross/value").asString()).isEqualTo("-5.0000");
    assertThat(april.at("/costs/0/amountNet/value").asString()).isEqualTo("0.2500");
    assertThat(april.at("/costs/0/amountVat/value").asString()).isEqualTo("0.0525");
    JsonNode may = made.json().at("/periods/2030/05");
    assertThat(may.at("/revenue/0/description").asString()).isEqualTo("iDEAL");
    assertThat(may.at("/revenue/0/count").asInt()).isEqualTo(2);
    assertThat(may.at("/revenue/0/amountNet/value").asString()).isEqualTo("50.0000");
    assertThat(may.at("/costs/0/rate/fixed/value").asString()).isEqualTo("0.3500");
    assertThat(may.at("/costs/0/amountNet/value").asString()).isEqualTo("0.7000");
    assertThat(may.at("/costs/0/amountVat/value").asString()).isEqualTo("0.1470");
    assertThat(may.at("/costs/0/amountGross/value").asString()).isEqualTo("0.8470");
    assertThat(may.at("/costs/1/amountGross/value").asString()).isEqualTo("10.0000");

    JsonNode transfer = newest();
    assertThat(transfer.get("type").asString()).isEqualTo("outgoing-transfer");
    assertThat(transfer.at("/context/settlementId").asString()).isEqualTo(id);
    assertThat(amounts(transfer).getLast()).isEqualTo("-33.86");
    assertThat(balance("available")).isEqualTo("0.00");
    assertThat(owner.get("/v2/settlements/" + made.at("/reference")).at("/id")).isEqualTo(id);
  }

  @Test
  void a_settlement_lists_its_payments_captures_refunds_and_chargebacks() throws IOException {
    String payment = sell("\"method\":\"ideal\"");
    String held = sell("\"captureMode\":\"manual\"", "\"method\":\"creditcard\"");
    String capture = shop.capture(held, "10.00").at("/id");
    mollie.advance(Duration.ZERO);
    String refund = shop.refund(payment, "5.00").at("/id");
    String chargeback = mollie.payers().chargeBack(payment, Optional.of("1.00"));
    waitDays(3);
    String settlement = mollie.treasury().settle().getFirst();
    String path = "/v2/settlements/" + settlement;

    assertThat(list(path + "/payments", "payments"))
        .extracting(one -> one.get("id").asString())
        .containsExactly(payment);
    JsonNode captured = list(path + "/captures", "captures").getFirst();
    assertThat(captured.get("id").asString()).isEqualTo(capture);
    assertThat(captured.at("/settlementAmount/value").asString()).isEqualTo("10.00");
    JsonNode refunded = list(path + "/refunds", "refunds").getFirst();
    assertThat(refunded.get("id").asString()).isEqualTo(refund);
    assertThat(refunded.at("/settlementAmount/value").asString()).isEqualTo("-5.00");
    assertThat(list(path + "/chargebacks", "chargebacks"))
        .extracting(one -> one.get("id").asString())
        .containsExactly(chargeback);
    assertThat(shop.payment(payment).at("/settlementId")).isEqualTo(settlement);
    assertThat(list("/v2/settlements?year=2030&month=5", "settlements")).hasSize(1);
    assertThat(list("/v2/settlements?year=2030&month=4", "settlements")).isEmpty();
  }

  @Test
  void a_settlement_is_paid_out_or_fails_and_then_its_money_is_in_the_next_one()
      throws IOException {
    sell("\"method\":\"ideal\"");
    waitDays(2);
    assertThat(owner.get("/v2/settlements/open").at("/amount/value")).isEqualTo("24.58");
    assertThat(owner.get("/v2/settlements/next").at("/status")).isEqualTo("open");
    String first = mollie.treasury().settle().getFirst();
    assertThat(mollie.balances().balance(Account.IN_TRANSIT, "EUR")).isEqualTo(2458);
    mollie.treasury().moveSettlement(first, "processing-at-bank");
    mollie.treasury().moveSettlement(first, "paidout");
    assertThat(owner.get("/v2/settlements/" + first).at("/settledAt"))
        .isEqualTo("2030-05-01T10:00:00+00:00");
    assertThat(mollie.balances().balance(Account.BANK, "EUR")).isEqualTo(2458);
    assertThatThrownBy(() -> mollie.treasury().moveSettlement(first, "pending"))
        .isInstanceOf(IllegalStateException.class);

    mollie.treasury().moveSettlement(first, "failed");
    assertThat(newest().get("type").asString()).isEqualTo("returned-transfer");
    assertThat(mollie.balances().balance(Account.BANK, "EUR")).isZero();
    String second = mollie.treasury().settle().getFirst();
    assertThat(owner.get("/v2/settlements/" + second).at("/amount/value")).isEqualTo("24.58");
    assertThat(mollie.treasury().settle()).isEmpty();
  }

  @Test
  void another_currency_is_converted_to_euros() throws IOException {
    mollie.treasury().convert("USD", new BigDecimal("0.9"));
    String payment =
        sell("\"method\":\"creditcard\"", "\"amount\":{\"currency\":\"USD\",\"value\":\"25.00\"}");
    waitDays(2);

    assertThat(amounts(newest())).containsExactly("22.50", "-0.79", "21.71");
    String settlement = mollie.treasury().settle().getFirst();
    JsonNode settled = list("/v2/settlements/" + settlement + "/payments", "payments").getFirst();
    assertThat(settled.get("id").asString()).isEqualTo(payment);
    assertThat(settled.at("/amount/currency").asString()).isEqualTo("USD");
    assertThat(settled.at("/settlementAmount/value").asString()).isEqualTo("22.50");
    assertThat(mollie.balances().balance(Account.PAYERS, "USD")).isEqualTo(-2500);
    assertThat(mollie.balances().balance(Account.CONVERSION, "USD")).isEqualTo(2500);
    assertThat(mollie.balances().balance(Account.CONVERSION, "EUR")).isEqualTo(-2250);
  }

  @Test
  void balances_and_settlements_need_an_access_token_and_a_mode() throws IOException {
    for (String path :
        List.of("/v2/balances", "/v2/balances/primary", TRANSACTIONS, "/v2/settlements")) {
      assertThat(shop.get(path).status()).as(path).isEqualTo(403);
      assertThat(owner.get(path).status()).as(path).isEqualTo(200);
    }
    assertThat(owner.get("/v2/organizations/me").at("/id")).startsWith("org_");
    assertThat(owner.get("/v2/permissions").json().get("count").asInt()).isEqualTo(4);

    Merchant tester = new Merchant(mollie);
    mollie.payers().pay(tester.open("\"method\":\"ideal\""));
    waitDays(2);
    assertThat(list(TRANSACTIONS, "balance_transactions")).isEmpty();
    assertThat(list(TRANSACTIONS + "?testmode=true", "balance_transactions")).hasSize(1);
    String balance = list("/v2/balances?testmode=true", "balances").getFirst().at("/id").asString();
    assertThat(owner.get("/v2/balances/" + balance).status()).isEqualTo(404);
    mollie.treasury().settle();
    assertThat(list("/v2/settlements", "settlements")).hasSize(1);
  }

  @Test
  void a_process_settles_through_its_commands() throws Exception {
    command("prices", "available_after=PT0S");
    command("rates", "currency=USD&rate=0.9");
    sell("\"method\":\"ideal\"");
    command("corrections", "live=true&value=1.00");
    command("monthly_fees", "live=true&value=2.00");
    command("reserves", "live=true&value=5.00");
    command("settle", "");
    JsonNode settlement = list("/v2/settlements", "settlements").getFirst();
    assertThat(settlement.at("/amount/value").asString()).isEqualTo("18.58");
    command("settlements/" + settlement.get("id").asString() + "/move", "status=paidout");
    mollie.treasury().release(true, "5.00");

    JsonNode book = JsonMapper.shared().readTree(send("GET", "book", ""));
    assertThat(book.at("/balances/EUR/bank").asLong()).isEqualTo(1858);
    assertThat(book.at("/balances/EUR/fees").asLong()).isEqualTo(242);
    assertThat(book.at("/balances/EUR/balance").asLong()).isEqualTo(500);
    assertThat(book.at("/balances/EUR").valueStream().mapToLong(JsonNode::asLong).sum()).isZero();
  }

  private void command(String name, String form) throws Exception {
    send("POST", name, form);
  }

  private String send(String method, String name, String form) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(mollie.url() + "/emulator/" + name))
            .method(method, BodyPublishers.ofString(form))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      var response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return response.body();
    }
  }
}
