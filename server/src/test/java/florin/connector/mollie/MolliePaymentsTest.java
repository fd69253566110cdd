package florin.connector.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.mollie.Card;
import emulator.mollie.FailureReason;
import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.provider.Options;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.core.Id.PaymentId;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Payments through the API of the service, over the Mollie emulator with its payers and banks. */
@TakesLong
@TestInstance(Lifecycle.PER_CLASS)
class MolliePaymentsTest {
  private static final String HOSTED =
      """
      {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}}\
      """;
  private static final String MANUAL =
      """
      {"amount": 1000, "currency": "eur", "capture_method": "manual", "payment_method": {"type": "hosted"}}\
      """;

  private final MollieEmulator mollie;
  private final TestApp florin;
  private Instance connector;

  MolliePaymentsTest() throws IOException {
    mollie = MollieEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            CrashPoint.NONE, Networks.ofService(Optional.empty(), Optional.of(mollie.url())));
  }

  @BeforeAll
  void set() {
    var secrets = Map.of("api_key", MollieEmulator.TEST_KEY);
    connector =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(MollieKind.KIND, "Our Mollie", Map.of()),
            new ProviderSecrets(secrets));
    within()
        .until(() -> florin.post("/v2/payments", HOSTED).text("/status").equals("requires_action"));
  }

  @AfterAll
  void close() throws IOException {
    florin.close();
    mollie.close();
  }

  @Test
  void a_payer_pays_with_ideal_and_gets_a_part_back() {
    Reply made = florin.post("/v2/payments", HOSTED);
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    assertThat(made.text("/next_action/redirect_to_url/url")).startsWith(mollie.url().toString());

    mollie.payers().pay(id(made), Method.IDEAL);
    assertThat(tell(id(made)).status()).isEqualTo(200);
    within().until(() -> payment(made).text("/status").equals("succeeded"));

    Reply paid = payment(made);
    assertThat(paid.text("/payment_method/type")).isEqualTo("hosted");
    assertThat(paid.text("/payment_method/hosted/method")).isEqualTo("ideal");
    assertThat(paid.text("/outcome/connector")).isEqualTo("mollie");
    assertThat(paid.text("/outcome/provider_ids/payment")).isEqualTo(id(made));
    assertThat(paid.text("/outcome/provider_url")).startsWith("https://www.mollie.com/dashboard/");

    Reply refund =
        florin.post(
            "/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(made.text("/id")));
    assertThat(refund.text("/status")).as(refund.body()).isEqualTo("pending");
    mollie.advance(Duration.ofHours(2));
    mollie.advance(Duration.ofDays(2));
    tell(id(made));
    within()
        .until(() ->
            florin.get("/v2/refunds/" + refund.text("/id")).text("/status").equals("succeeded"));
    assertThat(mollie.book().faults()).isEmpty();
  }

  @Test
  void a_held_card_payment_is_captured_in_part() {
    Reply made = florin.post("/v2/payments", MANUAL);
    mollie.payers().pay(id(made), Card.VISA);
    tell(id(made));
    within().until(() -> payment(made).text("/status").equals("requires_capture"));

    assertThat(payment(made).text("/payment_method/type")).isEqualTo("card");
    assertThat(payment(made).text("/payment_method/card/brand")).isEqualTo("visa");
    assertThat(payment(made).text("/payment_method/card/last4")).hasSize(4);
    Reply captured =
        florin.post("/v2/payments/" + made.text("/id") + "/capture", "{\"amount\": 400}");

    assertThat(captured.text("/status")).as(captured.body()).isEqualTo("succeeded");
    assertThat(captured.number("/amount_captured")).isEqualTo(400);
  }

  @Test
  void a_held_card_payment_is_released() {
    Reply made = florin.post("/v2/payments", MANUAL);
    mollie.payers().pay(id(made), Card.VISA);
    tell(id(made));
    within().until(() -> payment(made).text("/status").equals("requires_capture"));

    Reply canceled = florin.post("/v2/payments/" + made.text("/id") + "/cancel", "{}");

    assertThat(canceled.text("/status")).as(canceled.body()).isEqualTo("canceled");
  }

  @Test
  void a_chargeback_is_a_lost_dispute_until_it_is_reversed() {
    Reply made = paid();

    String chargeback = mollie.payers().chargeBack(id(made));
    tell(id(made));
    within().until(() -> payment(made).text("/dispute/status").equals("lost"));
    assertThat(payment(made).text("/dispute/id")).isEqualTo(chargeback);
    assertThat(payment(made).number("/dispute/amount")).isEqualTo(1000);

    mollie.payers().reverseChargeback(chargeback);
    tell(id(made));
    within().until(() -> payment(made).text("/dispute/status").equals("won"));
  }

  @Test
  void a_refund_in_mollies_dashboard_becomes_a_refund_in_florin() {
    Reply made = paid();

    mollie.staff().refund(id(made), Optional.of("2.50"));
    tell(id(made));

    within()
        .until(() ->
            florin
                .get("/v2/refunds?payment=" + made.text("/id"))
                .body()
                .contains("\"amount\":250"));
  }

  @Test
  void a_failed_card_and_a_canceled_page_are_reported() {
    Reply declined = florin.post("/v2/payments", MANUAL);
    mollie.payers().fail(id(declined), FailureReason.INSUFFICIENT_FUNDS);
    tell(id(declined));
    within().until(() -> payment(declined).text("/status").equals("failed"));
    assertThat(payment(declined).text("/failure/decline_code")).isEqualTo("insufficient_funds");

    Reply left = florin.post("/v2/payments", HOSTED);
    mollie.payers().cancel(id(left));
    tell(id(left));
    within().until(() -> payment(left).text("/status").equals("canceled"));
  }

  @Test
  void an_open_page_is_not_canceled_and_says_so() {
    Reply made = florin.post("/v2/payments", HOSTED);

    Reply refused = florin.post("/v2/payments/" + made.text("/id") + "/cancel", "{}");

    assertThat(refused.text("/error/code"))
        .as(refused.body())
        .isEqualTo("payment_unexpected_state");
    assertThat(refused.text("/error/message")).contains("expires");
    assertThat(payment(made).text("/status")).isEqualTo("requires_action");
    mollie.payers().pay(id(made), Method.IDEAL);
    tell(id(made));
    within().until(() -> payment(made).text("/status").equals("succeeded"));
  }

  /** Anyone who has the URL can send a webhook, so a webhook alone changes nothing. */
  @Test
  void a_made_up_webhook_decides_nothing() {
    Reply made = florin.post("/v2/payments", HOSTED);

    assertThat(tell(id(made) + "&status=paid").status()).isNotEqualTo(200);
    assertThat(tell("tr_madeup").status()).isEqualTo(200);
    tell(id(made));

    assertThat(payment(made).text("/status")).isEqualTo("requires_action");
  }

  /** For example, the payer chose a method whose page is valid for days. */
  @Test
  void a_page_that_mollie_does_not_end_is_awaited_as_long_as_mollie_says() {
    Reply made = florin.post("/v2/payments", HOSTED);
    UUID payment = PaymentId.KIND.parse(made.text("/id")).orElseThrow().uuid();
    florin.update(
        """
        UPDATE attempt
           SET version = version + 1, due_at = now(), expires_at = now() - interval '1 minute'
         WHERE payment_id = ?\
        """,
        payment);

    within()
        .until(() ->
            florin
                .query(
                    "SELECT (expires_at > now() + interval '10 minutes')::text FROM attempt WHERE payment_id = ?",
                    payment)
                .equals(List.of("true")));
    assertThat(payment(made).text("/status")).isEqualTo("requires_action");
    mollie.payers().expire(id(made));
    tell(id(made));
    within().until(() -> payment(made).text("/status").equals("canceled"));
  }

  /**
   * The first webhook triggers an inquiry. All others within a few seconds trigger one more
   * together.
   */
  @Test
  void repeated_webhooks_cause_few_requests_to_mollie_and_the_last_one_is_not_lost() {
    Reply made = florin.post("/v2/payments", HOSTED);
    long before = looks(made);

    await()
        .pollInterval(Duration.ofMillis(50))
        .during(Duration.ofSeconds(4))
        .until(() -> tell(id(made)).status() == 200);
    mollie.payers().pay(id(made), Method.IDEAL);
    tell(id(made));

    within().until(() -> payment(made).text("/status").equals("succeeded"));
    // Each of three spans of 5 seconds has two inquiries, and the schedule adds one. Florin checks
    // for due inquiries four times per second.
    assertThat(looks(made) - before).isBetween(1L, 7L);
  }

  @Test
  void a_change_at_mollie_is_seen_even_if_its_webhook_is_one_of_many() {
    Reply made = florin.post("/v2/payments", MANUAL);
    URI back = mollie.payers().pay(id(made), Card.VISA).orElseThrow();
    tell(id(made));
    tell(id(made));
    florin.get(back.getRawPath()); // The payer returns at the same moment.
    within().until(() -> payment(made).text("/status").equals("requires_capture"));

    mollie.staff().capture(id(made), Optional.empty());
    tell(id(made));

    within().until(() -> payment(made).text("/status").equals("succeeded"));
    assertThat(payment(made).number("/amount_captured")).isEqualTo(1000);
  }

  private long looks(Reply made) {
    return mollie.journal().about(id(made)).stream()
        .filter(heard -> heard.line().startsWith("GET /v2/payments/"))
        .count();
  }

  private Reply paid() {
    Reply made = florin.post("/v2/payments", HOSTED);
    mollie.payers().pay(id(made), Card.VISA);
    tell(id(made));
    within().until(() -> payment(made).text("/status").equals("succeeded"));
    return made;
  }

  private Reply payment(Reply made) {
    return florin.get("/v2/payments/" + made.text("/id"));
  }

  /** Returns Mollie's id, which is at the end of the page's URL. */
  private static String id(Reply made) {
    String url = made.text("/next_action/redirect_to_url/url");
    return url.substring(url.lastIndexOf('/') + 1);
  }

  /** Sends a webhook as Mollie does: an id and nothing else. */
  private Reply tell(String id) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/connectors/" + connector.webhookToken() + "/webhooks")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("id=" + id))
                .build());
  }

  private static ConditionFactory within() {
    return await().atMost(Duration.ofSeconds(20));
  }
}
