package florin.connector.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.mollie.Card;
import emulator.mollie.MollieEmulator;
import emulator.provider.Options;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.payment.execution.CrashPoint;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Chargebacks at the Mollie emulator, which takes no evidence and reports no reversal. */
class MollieDisputesTest {
  private static final String HOSTED =
      """
      {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}}\
      """;

  private final MollieEmulator mollie;
  private final TestApp florin;
  private String chargeback = "";
  private String dispute = "";

  MollieDisputesTest() throws IOException {
    mollie = MollieEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            CrashPoint.NONE, Networks.ofService(Optional.empty(), Optional.of(mollie.url())));
  }

  @BeforeEach
  void chargeBack() {
    Instance connector =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(MollieKind.KIND, "Our Mollie", Map.of()),
            new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY)));
    within()
        .until(() -> florin.post("/v2/payments", HOSTED).text("/status").equals("requires_action"));
    var made = florin.post("/v2/payments", HOSTED);
    String page = made.text("/next_action/redirect_to_url/url");
    String id = page.substring(page.lastIndexOf('/') + 1);
    mollie.payers().pay(id, Card.VISA);
    tell(connector, id);
    within()
        .until(() ->
            florin.get("/v2/payments/" + made.text("/id")).text("/status").equals("succeeded"));
    chargeback = mollie.payers().chargeBack(id);
    tell(connector, id);
    within().until(() -> florin.get("/v2/disputes").has("/data/0"));
    dispute = florin.get("/v2/disputes").text("/data/0/id");
  }

  @AfterEach
  void close() throws IOException {
    florin.close();
    mollie.close();
  }

  @Test
  void a_reversal_without_a_webhook_is_found_by_an_inquiry() {
    assertThat(status()).isEqualTo("lost");
    mollie.payers().reverseChargeback(chargeback);
    assertThat(
            florin.query(
                "SELECT (inquire_at BETWEEN now() + interval '23 hours' AND now() + interval '25 hours')::text FROM dispute"))
        .containsExactly("true");

    florin.update("UPDATE dispute SET inquire_at = now(), version = version + 1");

    within().until(() -> status().equals("won"));
    assertThat(florin.get("/v2/events?object_id=" + dispute).texts("/data", "type"))
        .containsExactly("dispute.closed", "dispute.closed", "dispute.created");
  }

  @Test
  void the_page_and_the_api_report_that_mollie_takes_no_evidence() {
    assertThat(florin.post("/v2/disputes/" + dispute + "/accept", "").status()).isEqualTo(400);
    assertThat(florin.get("/v2/disputes/" + dispute + "/evidence/preview").texts("/faults", "code"))
        .contains("not_accepted");
    try (var finance = DashboardClient.of(florin, Role.FINANCE)) {
      Document page = Jsoup.parse(finance.get("/dashboard/disputes/" + dispute).body());

      assertThat(page.text())
          .contains("This provider takes no evidence through its API, so Florin sent none.")
          .contains("If you object, contact the provider.")
          .doesNotContain("Submit evidence", "Accept dispute");
      assertThat(page.select("a.button:contains(Open at the provider)").attr("href"))
          .startsWith("https://www.mollie.com/dashboard/");
    }
  }

  private String status() {
    return florin.get("/v2/disputes/" + dispute).text("/status");
  }

  private void tell(Instance connector, String id) {
    var told =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request("/connectors/" + connector.webhookToken() + "/webhooks")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("id=" + id))
                    .build());
    assertThat(told.status()).isEqualTo(200);
  }

  private static ConditionFactory within() {
    return await().atMost(Duration.ofMinutes(1)).ignoreExceptions();
  }
}
