package florin.connector.stripe;

import static florin.connector.stripe.StripeJson.open;
import static florin.connector.stripe.StripeJson.paid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.Id.AttemptId;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payments from the API to the requests at Stripe, with the networks of the real service. */
@TestInstance(Lifecycle.PER_CLASS)
class StripePaymentsTest {
  private static final String SECRET = "whsec_12345678";
  private static final String LOOK = "GET /v1/checkout/sessions/cs_test_a1";
  private static final String HOSTED =
      """
      {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}}\
      """;

  private final StripeStandIn stripe = new StripeStandIn();
  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE, Networks.ofService(Optional.of(stripe.address()), Optional.empty()));
  private Instance connector;

  @BeforeAll
  void set() {
    stripe.on("POST /v1/checkout/sessions", open());
    connector =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(StripeKind.KIND, "Our Stripe", Map.of()),
            new ProviderSecrets(
                Map.of("secret_key", "sk_test_12345678", "webhook_secret", SECRET)));
    within().until(() -> florin.post("/v2/payments", HOSTED).status() == 200);
  }

  @AfterAll
  void close() {
    florin.close();
    stripe.close();
  }

  @BeforeEach
  void waiting() {
    stripe.on(LOOK, open());
    stripe.forget();
  }

  @Test
  void a_payer_pays_on_stripes_page_and_a_webhook_resolves_the_payment() {
    Reply made = florin.post("/v2/payments", HOSTED);
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    assertThat(waitsForPayer(made)).isTrue();
    assertThat(made.text("/next_action/redirect_to_url/url"))
        .startsWith("https://checkout.stripe.com/");

    stripe.on(LOOK, paid());
    assertThat(tell(reference(made)).status()).isEqualTo(200);
    within().until(() -> payment(made).text("/status").equals("succeeded"));

    Reply paid = payment(made);
    assertThat(waitsForPayer(made)).isFalse();
    assertThat(paid.text("/payment_method/type")).isEqualTo("card");
    assertThat(paid.text("/payment_method/card/last4")).isEqualTo("4242");
    assertThat(paid.text("/outcome/provider_ids/payment_intent")).isEqualTo("pi_1");
    stripe.on("POST /v1/refunds", StripeJson.refund("succeeded", ""));
    Reply refund =
        florin.post(
            "/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(made.text("/id")));
    assertThat(refund.text("/status")).as(refund.body()).isEqualTo("succeeded");
    assertThat(stripe.heard())
        .filteredOn(it -> it.call().equals("POST /v1/refunds"))
        .singleElement()
        .satisfies(it -> assertThat(it.form()).contains("amount=300"));
  }

  @Test
  void a_webhook_of_the_success_of_a_paid_payment_leads_to_no_inquiry_and_one_of_a_refund_does() {
    Reply made = florin.post("/v2/payments", HOSTED);
    stripe.on(LOOK, paid());
    tell(reference(made));
    within().until(() -> payment(made).text("/status").equals("succeeded"));
    List<String> resolved = attempts(made);

    assertThat(tell(reference(made), "payment_intent.succeeded").status()).isEqualTo(200);
    assertThat(attempts(made)).isEqualTo(resolved);

    assertThat(tell(reference(made), "charge.refunded").status()).isEqualTo(200);
    assertThat(attempts(made)).isNotEqualTo(resolved);
  }

  /** Returns the attempts with their versions, which a nudge increases. */
  private List<String> attempts(Reply payment) {
    return florin.query(
        "SELECT id || ' ' || version FROM attempt WHERE payment_id = (SELECT payment_id FROM attempt WHERE id = '%s') ORDER BY id"
            .formatted(AttemptId.KIND.parse(reference(payment)).orElseThrow().uuid()));
  }

  @Test
  void a_cancel_after_the_payer_paid_leaves_the_payment_paid() {
    Reply made = florin.post("/v2/payments", HOSTED);
    stripe.on(LOOK, new Answer(200, open()), new Answer(200, paid()));
    stripe.on(
        "POST /v1/checkout/sessions/cs_test_a1/expire",
        400,
        StripeJson.error("invalid_request_error", "resource_missing"));

    Reply late = florin.post("/v2/payments/" + made.text("/id") + "/cancel", "{}");

    assertThat(late.text("/error/code")).as(late.body()).isEqualTo("payment_unexpected_state");
    tell(reference(made));
    within().until(() -> payment(made).text("/status").equals("succeeded"));
    assertThat(stripe.calls()).doesNotContain("POST /v1/refunds");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 409})
  void a_single_failure_of_stripe_s_costs_no_sale(int status) {
    stripe.on(
        "POST /v1/checkout/sessions",
        new Answer(status, StripeJson.error("api_error", "lock_timeout")),
        new Answer(200, open()));

    Reply made = florin.post("/v2/payments", HOSTED);
    stripe.on("POST /v1/checkout/sessions", open());

    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    assertThat(stripe.heard())
        .filteredOn(it -> it.call().equals("POST /v1/checkout/sessions"))
        .extracting(it -> it.key())
        .containsExactly(reference(made) + ":create", reference(made) + ":create");
  }

  @Test
  void a_key_rejected_by_stripe_is_no_card_error() {
    stripe.on(
        "POST /v1/checkout/sessions",
        401,
        StripeJson.error("invalid_request_error", "api_key_expired"));

    Reply refused = florin.post("/v2/payments", HOSTED);
    stripe.on("POST /v1/checkout/sessions", open());

    assertThat(refused.status()).as(refused.body()).isEqualTo(503);
    assertThat(refused.text("/error/type")).isEqualTo("provider_error");
    assertThat(refused.text("/error/code")).isEqualTo("provider_unavailable");
    assertThat(florin.get("/v2/payments/" + refused.text("/error/payment")).text("/status"))
        .isEqualTo("failed");
  }

  @Test
  void stripes_page_shows_the_description_and_knows_the_payer() {
    florin.post(
        "/v2/payments",
        """
        {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}, "description": "Order 12", "receipt_email": "ada@example.com"}\
        """);

    assertThat(stripe.heard())
        .filteredOn(it -> it.call().equals("POST /v1/checkout/sessions"))
        .singleElement()
        .satisfies(it ->
            assertThat(it.form())
                .contains("Order+12", "ada%40example.com", "locale=auto", "unit_amount%5D=1000"));
  }

  @Test
  void stripes_page_has_the_lines_the_language_and_the_customer_of_a_checkout_session() {
    Reply session =
        florin.post(
            "/v2/checkout_sessions",
            """
            {"currency": "eur", "success_url": "https://shop.example/thanks", "cancel_url": "https://shop.example/cart", "locale": "de", "customer": "%s",
             "line_items": [{"name": "Tee", "quantity": 2, "amount": 450}, {"name": "Tasse", "quantity": 1, "amount": 100}]}\
            """
                .formatted(customer()));
    assertThat(session.status()).as(session.body()).isEqualTo(200);
    Reply begun =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request(URI.create(session.text("/url")).getRawPath())
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("try=1&email="))
                    .build());
    assertThat(begun.status()).as(begun.body()).isEqualTo(303);
    assertThat(
            florin
                .get(begun.header("Location").orElseThrow().substring(2))
                .header("Refresh")
                .orElseThrow())
        .startsWith("0; url=https://checkout.stripe.com/");

    assertThat(pageForm())
        .contains(
            "locale=de",
            "customer_email=jo%40example.com",
            "line_items%5B0%5D%5Bprice_data%5D%5Bproduct_data%5D%5Bname%5D=Tee&",
            "line_items%5B0%5D%5Bquantity%5D=2&",
            "line_items%5B0%5D%5Bprice_data%5D%5Bunit_amount%5D=450&",
            "line_items%5B1%5D%5Bprice_data%5D%5Bproduct_data%5D%5Bname%5D=Tasse&",
            "line_items%5B1%5D%5Bprice_data%5D%5Bunit_amount%5D=100&")
        .doesNotContain("line_items%5B2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                      | jo%40example.com",
        "'\"receipt_email\": \"ada@example.com\",' | ada%40example.com"
      })
  void stripes_page_has_the_receipts_address_or_the_customers(
      String receiptEmail, String expected) {
    florin.post(
        "/v2/payments",
        """
        {"amount": 1000, "currency": "eur", %s "customer": "%s", "payment_method": {"type": "hosted"}}\
        """
            .formatted(receiptEmail, customer()));

    assertThat(pageForm()).contains("customer_email=" + expected);
  }

  private String customer() {
    return florin.post("/v2/customers", "{\"email\": \"jo@example.com\"}").text("/id");
  }

  private String pageForm() {
    List<String> forms =
        stripe.heard().stream()
            .filter(it -> it.call().equals("POST /v1/checkout/sessions"))
            .map(it -> it.form())
            .toList();
    assertThat(forms).hasSize(1);
    return forms.getFirst();
  }

  @Test
  void a_card_number_is_rejected_before_anything_is_stored_or_sent() {
    Reply refused =
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "eur", "payment_method": {"type": "card",
             "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
            """);

    assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
    assertThat(stripe.calls()).isEmpty();
  }

  /** Returns whether recovery will ask about the payer of the payment. */
  private boolean waitsForPayer(Reply payment) {
    return !florin
        .query(
            "SELECT id FROM attempt WHERE status = 'requires_action' AND due_at IS NOT NULL AND id = '%s'"
                .formatted(AttemptId.KIND.parse(reference(payment)).orElseThrow().uuid()))
        .isEmpty();
  }

  private Reply payment(Reply made) {
    return florin.get("/v2/payments/" + made.text("/id"));
  }

  private String reference(Reply payment) {
    return florin
        .get("/v2/payments/" + payment.text("/id") + "?expand%5B%5D=attempts")
        .text("/attempts/0/id");
  }

  private Reply tell(String reference) {
    return tell(reference, "checkout.session.completed");
  }

  private Reply tell(String reference, String type) {
    String body =
        """
        {"id": "evt_%s", "object": "event", "type": "%s", "livemode": false, "data": {"object":
         {"object": "checkout.session", "id": "cs_test_a1", "client_reference_id": "%s"}}}\
        """
            .formatted(UUID.randomUUID(), type, reference);
    long now = Instant.now().getEpochSecond();
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/connectors/" + connector.webhookToken() + "/webhooks")
                .header(
                    "Stripe-Signature",
                    StripeSignatureTest.header(now, StripeSignatureTest.mac(SECRET, now, body)))
                .POST(BodyPublishers.ofString(body))
                .build());
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(25)).atMost(Duration.ofSeconds(60));
  }
}
