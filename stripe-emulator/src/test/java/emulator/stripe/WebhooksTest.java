package emulator.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.Answer;
import emulator.provider.Json;
import emulator.provider.Options;
import emulator.provider.Request;
import emulator.provider.WebhookFault;
import emulator.provider.Webhooks;
import emulator.provider.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class WebhooksTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String COMPLETED = "checkout.session.completed";

  private final StripeEmulator stripe = start();
  private final Merchant merchant = new Merchant(stripe);
  private final List<Request> heard = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger refusals = new AtomicInteger();
  private final Wire shop = shop();

  private static StripeEmulator start() {
    try {
      return StripeEmulator.start(Options.ofTests());
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
      boolean refused = refusals.getAndDecrement() > 0;
      if (!refused) {
        heard.add(request);
      }
      line.answer(Answer.json(refused ? 503 : 200, Json.object()));
    });
  }

  @AfterEach
  void close() throws IOException {
    stripe.close();
    shop.close();
  }

  private String register() throws IOException {
    return merchant
        .post(
            "/v1/webhook_endpoints",
            "url",
            shop.address() + "/webhooks",
            "enabled_events[]",
            "checkout.session.expired",
            "enabled_events[]",
            COMPLETED)
        .at("/secret");
  }

  private void payOne() throws Exception {
    stripe.payers().pay(merchant.open(), Card.VISA);
    stripe.webhooks().awaitQuiet(LIMIT);
  }

  @Test
  void an_endpoint_receives_its_event_types_signed_with_its_secret() throws Exception {
    String secret = register();
    payOne();

    assertThat(heard)
        .singleElement()
        .satisfies(webhook -> {
          var event = new JsonMapper().readTree(webhook.body());
          assertThat(event.at("/type").asString()).isEqualTo(COMPLETED);
          assertThat(event.at("/data/object/payment_status").asString()).isEqualTo("paid");
          String header = webhook.header("Stripe-Signature").orElseThrow();
          assertThat(header).matches("t=[0-9]{10},v1=[0-9a-f]{64},v0=[0-9a-f]{64}");
          String time = header.substring(2, 12);
          assertThat(header).contains(",v1=" + hmac(secret, time + "." + webhook.body()));
        });
    assertThat(merchant.get("/v1/webhook_endpoints").text()).doesNotContain(secret);
  }

  private static String hmac(String secret, String text) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void both_secrets_sign_during_a_rotation() throws Exception {
    register();
    stripe.addSecret("whsec_other");
    payOne();

    assertThat(heard.getFirst().header("Stripe-Signature").orElse(""))
        .matches("t=[0-9]{10}(,v1=[0-9a-f]{64}){2},v0=[0-9a-f]{64}");
  }

  @Test
  void a_failed_webhook_is_sent_again() throws Exception {
    register();
    refusals.set(2);
    payOne();

    assertThat(stripe.webhooks().deliveries())
        .extracting(Webhooks.Delivery::status)
        .containsExactly(503, 503, 200);
    assertThat(heard).hasSize(1);
  }

  @Test
  void webhooks_can_arrive_early_twice_out_of_order_or_never() throws Exception {
    register();
    stripe.webhookFaults().next("expired$", WebhookFault.BEFORE_ANSWER);
    merchant.post("/v1/checkout/sessions/" + merchant.open() + "/expire");
    assertThat(heard).hasSize(1);

    stripe.webhookFaults().next(COMPLETED, WebhookFault.TWICE);
    payOne();
    assertThat(heard).hasSize(3);

    stripe.webhookFaults().next(COMPLETED, WebhookFault.NEVER);
    payOne();
    assertThat(heard).hasSize(3);

    stripe.webhookFaults().next(COMPLETED, WebhookFault.AFTER_THE_NEXT);
    String first = merchant.open("client_reference_id", "first");
    stripe.payers().pay(first, Card.VISA);
    stripe.payers().pay(merchant.open("client_reference_id", "second"), Card.VISA);
    stripe.webhooks().awaitQuiet(LIMIT);
    assertThat(heard.subList(3, 5))
        .extracting(Request::body)
        .satisfiesExactly(
            body -> assertThat(body).contains("\"second\""),
            body -> assertThat(body).contains("\"first\""));
  }

  @Test
  void another_process_acts_as_the_payer_and_reads_the_ledger_over_http() throws Exception {
    stripe.listen(URI.create(shop.address() + "/webhooks"), "whsec_listen");
    String session = merchant.open();
    merchant.post("/emulator/faults", "about", "POST /v1/refunds", "fault", "too_many");

    assertThat(merchant.post("/emulator/sessions/" + session + "/pay").at("/goes_to"))
        .isEqualTo("https://shop.example/done?id=" + session);
    assertThat(merchant.post("/emulator/sessions/" + session + "/pay").status()).isEqualTo(409);
    assertThat(merchant.post("/v1/refunds").status()).isEqualTo(429);

    stripe.webhooks().awaitQuiet(LIMIT);
    assertThat(heard).isNotEmpty();
    var book = merchant.get("/emulator/book").json();
    assertThat(book.at("/standings/0/net").asLong()).isEqualTo(2500);
    assertThat(book.at("/entries/1/kind").asString()).isEqualTo("captured");
    assertThat(merchant.get("/emulator/state").json().at("/faults/too_many").asInt()).isEqualTo(1);
    assertThat(merchant.get("/c/pay/" + session).status()).isEqualTo(200);
  }

  @Test
  void a_person_sees_payments_and_causes_faults_on_the_page() throws Exception {
    String session = merchant.open("client_reference_id", "<b>order-7</b>");
    stripe.payers().pay(session, Card.VISA);
    String intent = merchant.intentOf(session);

    assertThat(page("GET", "/").body())
        .contains(session, "complete", "&lt;b&gt;order-7", "/emulator/payment_intents/" + intent)
        .doesNotContain("<b>order-7");
    assertThat(
            page("POST", "/emulator/payment_intents/" + intent + "/refund")
                .headers()
                .firstValue("Location"))
        .hasValue("/");
    assertThat(stripe.book().standings().getFirst().refunded()).isEqualTo(2500);
    assertThat(page("POST", "/emulator/payment_intents/" + intent + "/refund"))
        .satisfies(response -> assertThat(response.statusCode()).isEqualTo(409))
        .satisfies(response -> assertThat(response.body()).contains("Nothing was changed"));
  }

  @Test
  void a_page_of_another_site_cannot_send_commands() throws Exception {
    String expire = "/emulator/sessions/" + merchant.open() + "/expire";

    assertThat(page("POST", expire, "Origin", "https://shop.example").statusCode()).isEqualTo(403);
    assertThat(page("POST", expire, "Origin", stripe.url().toString()).statusCode()).isEqualTo(303);
  }

  /** Sends a request as a browser does. */
  private HttpResponse<String> page(String method, String path, String... headers)
      throws Exception {
    var request =
        HttpRequest.newBuilder(stripe.url().resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("Accept", "text/html,application/xhtml+xml");
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void a_dispute_is_reported_and_blocks_a_refund() throws Exception {
    stripe.listen(URI.create(shop.address() + "/webhooks"), "whsec_listen");
    String session = merchant.open();
    stripe.payers().pay(session, Card.VISA);
    String dispute = stripe.payers().dispute(merchant.intentOf(session), "fraudulent");
    stripe.webhooks().awaitQuiet(LIMIT);

    assertThat(heard)
        .anySatisfy(
            webhook -> assertThat(webhook.body()).contains("charge.dispute.created", dispute));
    assertThat(
            merchant
                .post("/v1/refunds", "payment_intent", merchant.intentOf(session))
                .at("/error/code"))
        .isEqualTo("charge_disputed");
  }
}
