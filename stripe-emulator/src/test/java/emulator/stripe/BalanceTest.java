package emulator.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.provider.BalanceLedger.Account;
import emulator.provider.Options;
import emulator.stripe.Merchant.Reply;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Balance transactions, payouts, and the balance. */
class BalanceTest {
  private static final String TRANSACTIONS = "/v1/balance_transactions";

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2030-05-06T10:00:00Z"));
  private final StripeEmulator stripe = start();
  private final Merchant merchant = new Merchant(stripe);

  private StripeEmulator start() {
    try {
      return StripeEmulator.start(Options.ofTests().withClock(now::get));
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    stripe.close();
  }

  private String sell(Card card, String... others) throws IOException {
    String session = merchant.open(others);
    stripe.payers().pay(session, card);
    return merchant.intentOf(session);
  }

  private void waitDays(int days) {
    now.set(now.get().plusSeconds(86_400L * days));
  }

  private JsonNode newest() throws IOException {
    return list(TRANSACTIONS + "?limit=1").getFirst();
  }

  private List<JsonNode> list(String target) throws IOException {
    Reply reply = merchant.get(target);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return StreamSupport.stream(reply.json().get("data").spliterator(), false).toList();
  }

  private static List<Long> numbers(JsonNode node, String... fields) {
    var numbers = new ArrayList<Long>();
    for (String field : fields) {
      numbers.add(node.get(field).asLong());
    }
    return numbers;
  }

  private long balance(String part) throws IOException {
    return merchant.get("/v1/balance").json().at("/" + part + "/0/amount").asLong();
  }

  @Test
  void a_charge_is_pending_for_two_days_and_its_fee_depends_on_the_card() throws IOException {
    String intent = sell(Card.VISA_OF_GERMANY);
    String charge = merchant.get("/v1/payment_intents/" + intent).at("/latest_charge");

    JsonNode made = newest();
    assertThat(made.get("type").asString()).isEqualTo("charge");
    assertThat(made.get("reporting_category").asString()).isEqualTo("charge");
    assertThat(made.get("source").asString()).isEqualTo(charge);
    assertThat(numbers(made, "amount", "fee", "net")).containsExactly(2500L, 60L, 2440L);
    assertThat(made.get("available_on").asLong() - made.get("created").asLong())
        .isEqualTo(2 * 86_400);
    assertThat(made.get("status").asString()).isEqualTo("pending");
    assertThat(made.get("exchange_rate").isNull()).isTrue();
    assertThat(made.at("/fee_details/0/type").asString()).isEqualTo("stripe_fee");
    assertThat(merchant.get("/v1/charges/" + charge).at("/balance_transaction"))
        .isEqualTo(made.get("id").asString());
    assertThat(balance("pending")).isEqualTo(2440);
    assertThat(balance("available")).isZero();

    waitDays(2);
    Reply read = merchant.get(TRANSACTIONS + "/" + made.get("id").asString() + "?expand[]=source");
    assertThat(read.at("/status")).isEqualTo("available");
    assertThat(read.at("/source/payment_intent")).isEqualTo(intent);
    assertThat(balance("available")).isEqualTo(2440);
    assertThat(balance("pending")).isZero();

    sell(Card.VISA);
    assertThat(newest().get("fee").asLong()).isEqualTo(98);
  }

  @Test
  void the_tax_is_a_part_of_the_fee() throws IOException {
    FeeSchedule prices = stripe.treasury().prices();
    stripe.treasury().setPrices(prices.withTax(new BigDecimal("19")));
    sell(Card.VISA_OF_GERMANY);

    JsonNode made = newest();
    assertThat(numbers(made, "fee", "net")).containsExactly(71L, 2429L);
    assertThat(made.at("/fee_details/1/type").asString()).isEqualTo("tax");
    assertThat(made.at("/fee_details/1/amount").asLong()).isEqualTo(11);
  }

  @Test
  void refunds_their_failures_and_disputes_change_the_balance() throws IOException {
    String intent = sell(Card.VISA_OF_GERMANY);
    Reply refund = merchant.post("/v1/refunds", "payment_intent", intent, "amount", "500");
    JsonNode refunded = newest();
    assertThat(refunded.get("reporting_category").asString()).isEqualTo("refund");
    assertThat(numbers(refunded, "amount", "fee", "net")).containsExactly(-500L, 0L, -500L);
    assertThat(refund.at("/balance_transaction")).isEqualTo(refunded.get("id").asString());

    stripe.payers().failRefund(refund.at("/id"), "lost_or_stolen_card");
    JsonNode failed = newest();
    assertThat(failed.get("type").asString()).isEqualTo("refund_failure");
    assertThat(failed.get("net").asLong()).isEqualTo(500);
    assertThat(merchant.get("/v1/refunds/" + refund.at("/id")).at("/failure_balance_transaction"))
        .isEqualTo(failed.get("id").asString());

    String dispute = stripe.payers().dispute(intent, "fraudulent");
    JsonNode withdrawn = newest();
    assertThat(withdrawn.get("type").asString()).isEqualTo("adjustment");
    assertThat(withdrawn.get("reporting_category").asString()).isEqualTo("dispute");
    assertThat(withdrawn.get("source").asString()).isEqualTo(dispute);
    assertThat(numbers(withdrawn, "amount", "fee", "net")).containsExactly(-2500L, 2000L, -4500L);
    assertThat(balance("available")).isEqualTo(-4500);

    stripe.payers().moveDispute(dispute, "won");
    stripe.payers().moveDispute(dispute, "won");
    JsonNode reversed = newest();
    assertThat(reversed.get("reporting_category").asString()).isEqualTo("dispute_reversal");
    assertThat(numbers(reversed, "amount", "fee", "net")).containsExactly(2500L, 0L, 2500L);
    assertThat(list(TRANSACTIONS + "?source=" + dispute)).hasSize(2);
    assertThat(merchant.get("/v1/disputes/" + dispute).json().at("/balance_transactions/1/id"))
        .isEqualTo(reversed.get("id"));
  }

  @Test
  void a_partial_capture_has_the_whole_charge_and_a_reversal() throws IOException {
    String intent = sell(Card.VISA_OF_GERMANY, "payment_intent_data[capture_method]", "manual");
    assertThat(list(TRANSACTIONS)).isEmpty();
    merchant.post("/v1/payment_intents/" + intent + "/capture", "amount_to_capture", "1000");

    List<JsonNode> made = list(TRANSACTIONS);
    assertThat(made)
        .extracting(one -> one.get("reporting_category").asString())
        .containsExactly("partial_capture_reversal", "charge");
    assertThat(made).extracting(one -> one.get("net").asLong()).containsExactly(-1500L, 2461L);
  }

  @Test
  void a_payout_takes_all_available_money_and_arrives() throws IOException {
    sell(Card.VISA_OF_GERMANY);
    sell(Card.VISA_OF_GERMANY);
    assertThat(stripe.treasury().settle()).isEmpty();
    waitDays(2);
    sell(Card.VISA_OF_GERMANY);

    String payout = stripe.treasury().settle().getFirst();
    Reply made = merchant.get("/v1/payouts/" + payout + "?expand[]=balance_transaction");
    assertThat(made.at("/status")).isEqualTo("pending");
    assertThat(made.json().at("/amount").asLong()).isEqualTo(4880);
    assertThat(made.json().at("/automatic").asBoolean()).isTrue();
    assertThat(made.json().at("/balance_transaction/net").asLong()).isEqualTo(-4880);
    assertThat(list(TRANSACTIONS + "?payout=" + payout))
        .extracting(one -> one.get("net").asLong())
        .containsExactly(-4880L, 2440L, 2440L);
    assertThat(list(TRANSACTIONS + "?payout=" + payout + "&type=charge")).hasSize(2);
    assertThat(balance("available")).isZero();
    assertThat(stripe.balances().balance(Account.IN_TRANSIT, "eur")).isEqualTo(4880);

    stripe.treasury().movePayout(payout, "in_transit");
    assertThat(merchant.get("/v1/payouts/" + payout).json().at("/trace_id/status").asString())
        .isEqualTo("pending");
    stripe.treasury().movePayout(payout, "paid");
    assertThat(list("/v1/payouts?status=paid"))
        .singleElement()
        .satisfies(
            paid -> assertThat(paid.at("/trace_id/value").asString()).matches("TRACE[0-9]{15}"));
    assertThat(stripe.balances().balance(Account.BANK, "eur")).isEqualTo(4880);
    assertThatThrownBy(() -> stripe.treasury().movePayout(payout, "in_transit"))
        .hasMessageContaining("is paid");
    assertThat(stripe.treasury().settle()).isEmpty();
  }

  @Test
  void a_failed_payout_returns_its_money_and_the_next_one_has_it() throws IOException {
    sell(Card.VISA_OF_GERMANY);
    waitDays(2);
    String payout = stripe.treasury().settle().getFirst();
    stripe.treasury().movePayout(payout, "paid");
    stripe.treasury().movePayout(payout, "failed");

    Reply failed = merchant.get("/v1/payouts/" + payout);
    assertThat(failed.at("/failure_code")).isEqualTo("account_closed");
    JsonNode returned = newest();
    assertThat(returned.get("type").asString()).isEqualTo("payout_failure");
    assertThat(returned.get("id").asString()).isEqualTo(failed.at("/failure_balance_transaction"));
    assertThat(stripe.balances().balance(Account.BANK, "eur")).isZero();

    String next = stripe.treasury().settle().getFirst();
    assertThat(merchant.get("/v1/payouts/" + next).json().at("/amount").asLong()).isEqualTo(2440);
    assertThat(list(TRANSACTIONS + "?payout=" + next + "&type=payout_failure")).hasSize(1);
  }

  @Test
  void a_negative_balance_is_paid_from_the_bank() throws IOException {
    stripe.treasury().chargeFee(1500, "eur");
    String payout = stripe.treasury().settle().getFirst();
    stripe.treasury().movePayout(payout, "paid");

    assertThat(merchant.get("/v1/payouts/" + payout).json().at("/amount").asLong())
        .isEqualTo(-1500);
    assertThat(stripe.balances().balance(Account.BANK, "eur")).isEqualTo(-1500);
  }

  @Test
  void a_converted_charge_is_in_euros_with_the_rate_and_a_fee() throws IOException {
    sell(Card.VISA, "line_items[0][price_data][currency]", "usd");
    assertThat(newest().get("currency").asString()).isEqualTo("usd");

    stripe.treasury().convert("usd", new BigDecimal("0.9"));
    sell(Card.VISA, "line_items[0][price_data][currency]", "usd");
    JsonNode made = newest();
    assertThat(made.get("currency").asString()).isEqualTo("eur");
    assertThat(made.get("exchange_rate").decimalValue()).isEqualByComparingTo("0.9");
    assertThat(numbers(made, "amount", "fee", "net")).containsExactly(2250L, 135L, 2115L);

    assertThat(stripe.balances().balance(Account.PAYERS, "usd")).isEqualTo(-5000);
    assertThat(stripe.balances().balance(Account.CONVERSION, "usd")).isEqualTo(2500);
    assertThat(stripe.balances().balance(Account.CONVERSION, "eur")).isEqualTo(-2250);
    waitDays(2);
    assertThat(stripe.treasury().settle()).hasSize(2);
    assertThat(list(TRANSACTIONS + "?currency=usd&type=payout")).hasSize(1);
  }

  @Test
  void lists_are_filtered_by_time_and_paged_in_both_directions() throws IOException {
    var ids = new ArrayList<String>();
    for (int i = 1; i <= 5; i++) {
      ids.addFirst(stripe.treasury().correct(i, "eur"));
      now.set(now.get().plusSeconds(10));
    }
    long third = merchant.get(TRANSACTIONS + "/" + ids.get(2)).json().get("created").asLong();

    assertThat(ids(TRANSACTIONS + "?limit=2")).isEqualTo(ids.subList(0, 2));
    assertThat(ids(TRANSACTIONS + "?limit=2&starting_after=" + ids.get(1)))
        .isEqualTo(ids.subList(2, 4));
    assertThat(ids(TRANSACTIONS + "?limit=2&ending_before=" + ids.get(3)))
        .isEqualTo(ids.subList(1, 3));
    Reply newest = merchant.get(TRANSACTIONS + "?limit=2&ending_before=" + ids.get(2));
    assertThat(newest.json().get("has_more").asBoolean()).isFalse();
    assertThat(ids(TRANSACTIONS + "?created[gt]=" + third)).isEqualTo(ids.subList(0, 2));
    assertThat(ids(TRANSACTIONS + "?created[gte]=" + third)).isEqualTo(ids.subList(0, 3));
    assertThat(ids(TRANSACTIONS + "?created[lt]=" + third)).isEqualTo(ids.subList(3, 5));
    assertThat(ids(TRANSACTIONS + "?created[lte]=" + third)).isEqualTo(ids.subList(2, 5));
    assertThat(merchant.get(TRANSACTIONS + "?payout=po_1").at("/error/code"))
        .isEqualTo("resource_missing");
    assertThat(new Merchant(stripe, StripeEmulator.LIVE_KEY).get(TRANSACTIONS).json().get("data"))
        .isEmpty();
  }

  private List<String> ids(String target) throws IOException {
    return list(target).stream().map(one -> one.get("id").asString()).toList();
  }

  @Test
  void a_process_settles_through_its_commands() throws Exception {
    sell(Card.VISA_OF_GERMANY);
    command("prices", "tax=19&available_after=PT0S");
    command("rates", "currency=usd&rate=0.9");
    sell(Card.VISA_OF_GERMANY);
    command("corrections", "amount=10");
    command("monthly_fees", "amount=100");
    command("reserves", "amount=500");
    command("settle", "");
    JsonNode payout = list("/v1/payouts").getFirst();
    assertThat(payout.get("amount").asLong()).isEqualTo(2429 + 10 - 100 - 500);
    command("payouts/" + payout.get("id").asString() + "/move", "status=paid");

    assertThat(list("/v1/payouts").getFirst().get("status").asString()).isEqualTo("paid");
    JsonNode book = JsonMapper.shared().readTree(send("GET", "book", ""));
    assertThat(book.at("/balances/eur/bank").asLong()).isEqualTo(1839);
    assertThat(book.at("/balances/eur/reserve").asLong()).isEqualTo(500);
    assertThat(book.at("/balances/eur/balance").asLong()).isEqualTo(2440);
    assertThat(book.at("/balances/eur").valueStream().mapToLong(JsonNode::asLong).sum()).isZero();
  }

  private void command(String name, String form) throws Exception {
    send("POST", name, form);
  }

  private String send(String method, String name, String form) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stripe.url() + "/emulator/" + name))
            .method(method, BodyPublishers.ofString(form))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      var response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return response.body();
    }
  }
}
