package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.provider.Answer;
import emulator.provider.Options;
import emulator.provider.Request;
import emulator.provider.WebhookFault;
import emulator.provider.Webhooks;
import emulator.provider.Wire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhooksTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final MollieEmulator mollie = start();
  private final Merchant merchant = new Merchant(mollie);
  private final List<Request> heard = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger rejections = new AtomicInteger();
  private final Wire shop = shop();

  private static MollieEmulator start() {
    try {
      return MollieEmulator.start(Options.ofTests());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Wire shop() {
    try {
      return new Wire(0);
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @BeforeEach
  void open() {
    shop.open((request, line) -> {
      boolean rejected = rejections.getAndDecrement() > 0;
      if (!rejected) {
        heard.add(request);
      }
      line.answer(Answer.page(rejected ? 503 : 200, ""));
    });
  }

  @AfterEach
  void close() throws IOException {
    mollie.close();
    shop.close();
  }

  private String order(String... others) throws IOException {
    var all = new ArrayList<>(List.of(others));
    all.add("\"webhookUrl\":\"" + shop.address() + "/webhooks?a=b\"");
    return merchant.open(all.toArray(String[]::new));
  }

  private List<String> causes() throws InterruptedException {
    mollie.webhooks().awaitQuiet(LIMIT);
    return mollie.webhooks().deliveries().stream().map(Webhooks.Delivery::type).toList();
  }

  @Test
  void a_webhook_is_a_form_with_the_id_of_the_payment_and_nothing_else() throws Exception {
    String id = order();
    assertThat(causes()).isEmpty();
    mollie.payers().pay(id);
    mollie.webhooks().awaitQuiet(LIMIT);

    assertThat(heard)
        .singleElement()
        .satisfies(webhook -> {
          assertThat(webhook.line()).isEqualTo("POST /webhooks");
          assertThat(webhook.query()).isEqualTo("a=b");
          assertThat(webhook.body()).isEqualTo("id=" + id);
          assertThat(webhook.header("Content-Type")).contains("application/x-www-form-urlencoded");
        });
  }

  @Test
  void final_statuses_refunds_and_chargebacks_call_the_webhook() throws Exception {
    String id = order("\"captureMode\":\"manual\"");
    mollie.payers().pay(id);
    assertThat(causes()).containsExactly("authorized");
    merchant.capture(id, "25.00");
    merchant.refund(id, "10.00");
    assertThat(causes()).containsExactly("authorized", "paid");
    merchant.patch("/v2/payments/" + id, "{\"description\":\"changed\"}");
    mollie.advance(Duration.ofHours(2));
    assertThat(causes()).endsWith("refund processing");
    mollie.advance(Duration.ofDays(1));
    assertThat(causes()).endsWith("refund refunded");
    String chargeback = mollie.payers().chargeBack(id);
    mollie.payers().reverseChargeback(chargeback);
    assertThat(causes())
        .containsExactly(
            "authorized", "paid", "refund processing", "refund refunded", "chargeback received");

    order("\"method\":\"ideal\"");
    mollie.advance(Duration.ofMinutes(15));
    assertThat(causes()).endsWith("expired");
  }

  @Test
  void a_payment_without_a_webhook_address_is_silent_unless_a_client_listens() throws Exception {
    mollie.payers().pay(merchant.open());
    assertThat(causes()).isEmpty();

    merchant.form("/emulator/listen", "url=" + shop.address() + "/elsewhere");
    mollie.payers().pay(merchant.open());
    assertThat(causes()).containsExactly("paid");
    assertThat(heard.getFirst().line()).isEqualTo("POST /elsewhere");
  }

  @Test
  void what_is_due_happens_without_a_request() throws Exception {
    try (MollieEmulator slow =
        MollieEmulator.start(
            Options.ofTests(),
            new Pace(Duration.ofMillis(50), Duration.ZERO, Duration.ZERO, Duration.ZERO))) {
      var other = new Merchant(slow);
      String id =
          other.open(
              "\"captureMode\":\"manual\"", "\"webhookUrl\":\"" + shop.address() + "/webhooks\"");
      slow.payers().pay(id);
      other.capture(id, "25.00");

      await().until(() -> heard.size() == 2);
    }
  }

  @Test
  void a_rejected_request_loses_no_webhook() throws Exception {
    var now = new AtomicReference<>(Instant.now());
    try (MollieEmulator clocked = MollieEmulator.start(Options.ofTests().withClock(now::get))) {
      var other = new Merchant(clocked);
      other.open("\"webhookUrl\":\"" + shop.address() + "/webhooks\"");
      now.set(now.get().plus(Duration.ofMinutes(15)));
      assertThat(other.payment("tr_none").status()).isEqualTo(404);

      await().until(() -> heard.size() == 1);
    }
  }

  @Test
  void a_failed_webhook_is_sent_again_ten_times_at_most() throws Exception {
    rejections.set(2);
    mollie.payers().pay(order());
    mollie.webhooks().awaitQuiet(LIMIT);

    assertThat(mollie.webhooks().deliveries())
        .extracting(Webhooks.Delivery::status)
        .containsExactly(503, 503, 200);
    assertThat(heard).hasSize(1);
  }

  @Test
  void webhooks_can_arrive_early_twice_out_of_order_or_never() throws Exception {
    mollie.webhookFaults().next("canceled", WebhookFault.BEFORE_ANSWER);
    merchant.delete("/v2/payments/" + order("\"method\":\"banktransfer\""));
    assertThat(heard).hasSize(1);

    mollie.webhookFaults().next("paid", WebhookFault.TWICE);
    mollie.payers().pay(order());
    mollie.webhooks().awaitQuiet(LIMIT);
    assertThat(heard).hasSize(3);

    mollie.webhookFaults().next("paid", WebhookFault.NEVER);
    mollie.payers().pay(order());
    mollie.webhooks().awaitQuiet(LIMIT);
    assertThat(heard).hasSize(3);
    mollie.webhooks().resendLost();
    mollie.webhooks().awaitQuiet(LIMIT);
    assertThat(heard).hasSize(4);

    String first = order();
    mollie.webhookFaults().next(first + " paid", WebhookFault.AFTER_THE_NEXT);
    mollie.payers().pay(first);
    String second = order();
    mollie.payers().pay(second);
    mollie.webhooks().awaitQuiet(LIMIT);
    assertThat(heard.subList(4, 6))
        .extracting(Request::body)
        .containsExactly("id=" + second, "id=" + first);
  }

  @Test
  void another_process_acts_as_the_payer_and_reads_the_ledger_over_http() throws Exception {
    String id = order();
    merchant.form("/emulator/faults", "about=POST%20/v2/customers&fault=too_many");

    assertThat(merchant.form("/emulator/payments/" + id + "/pay", "method=ideal").at("/goes_to"))
        .isEqualTo("https://shop.example/done");
    assertThat(merchant.form("/emulator/payments/" + id + "/pay", "").status()).isEqualTo(409);
    assertThat(merchant.form("/emulator/payments/tr_none/pay", "").status()).isEqualTo(404);
    assertThat(merchant.post("/v2/customers", "{}").status()).isEqualTo(429);
    merchant.form("/emulator/payments/" + id + "/refund", "value=5.00");
    merchant.form("/emulator/payments/" + id + "/chargeback", "value=10.00");
    merchant.form("/emulator/clock", "by=PT2H");

    assertThat(merchant.get("/").text())
        .contains(id, "Charge back", "/emulator/settle", "1000 EUR", MollieEmulator.ACCESS_TOKEN);
    var book = merchant.get("/emulator/book").json();
    assertThat(book.at("/standings/0/net").asLong()).isEqualTo(1000);
    assertThat(book.at("/standings/0/refunded").asLong()).isEqualTo(500);
    assertThat(book.at("/entries/1/kind").asString()).isEqualTo("captured");
    assertThat(merchant.get("/emulator/state").json().at("/faults/too_many").asInt()).isEqualTo(1);
    assertThat(causes()).contains("paid", "chargeback received", "refund processing");
  }
}
