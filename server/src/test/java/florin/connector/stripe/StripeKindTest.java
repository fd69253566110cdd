package florin.connector.stripe;

import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.app.App.Networks;
import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.Connector;
import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.Requests;
import florin.connector.remote.RemoteClient;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.Id.ConnectorId;
import florin.core.Mode;
import florin.core.Realm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The setup of a Stripe connector, its check, its webhooks, and its protection against live keys.
 */
@TestInstance(Lifecycle.PER_CLASS)
class StripeKindTest {
  private static final String TEST_KEY = "sk_test_12345678";
  private static final String LIVE_KEY = "sk_live_12345678";
  private static final Realm LIVE = Realm.of(1, Mode.LIVE);
  private static final URI WEBHOOKS = URI.create("https://pay.shop.example/connectors/t/webhooks");
  private static final Instant NOW = Instant.ofEpochSecond(1_790_000_000);

  private final StripeStandIn stripe = new StripeStandIn();
  private final RemoteClient<StripeError> client =
      new RemoteClient<>(new StripeApi(), stripe.address(), List.of());
  private final StripeKind standIn = new StripeKind(client, false, InstantSource.fixed(NOW));

  /** A connector kind that treats the stand-in as Stripe's real API. */
  private final StripeKind genuine = new StripeKind(client, true, InstantSource.fixed(NOW));

  @AfterAll
  void close() {
    client.close();
    stripe.close();
  }

  @BeforeEach
  void forget() {
    stripe.on("GET /v1/balance", "{\"object\": \"balance\", \"livemode\": false}");
    stripe.on("GET /v1/account", account(true));
    stripe.on("POST /v1/checkout/sessions", StripeJson.open());
    stripe.on(
        "GET /v1/checkout/sessions/cs_test_a1",
        new Answer(200, StripeJson.open()),
        new Answer(200, StripeJson.expired()));
    stripe.on("POST /v1/checkout/sessions/cs_test_a1/expire", StripeJson.expired());
    stripe.forget();
  }

  private static String account(boolean enabled) {
    return "{\"id\": \"acct_1\", \"object\": \"account\", \"default_currency\": \"jpy\", \"charges_enabled\": %s}"
        .formatted(enabled);
  }

  private static ConnectorSetup setup(Realm realm, String... secrets) {
    var all = new HashMap<String, String>();
    for (int i = 0; i < secrets.length; i += 2) {
      all.put(secrets[i], secrets[i + 1]);
    }
    return new ConnectorSetup(
        realm, new ConnectorId(UUID.randomUUID()), Map.of(), new ProviderSecrets(all));
  }

  @Test
  void a_service_calls_stripe_itself_unless_it_is_configured_otherwise() {
    ConnectorKind kind = Networks.ofService(Optional.empty(), Optional.empty()).kinds().getFirst();
    ConnectorKind elsewhere =
        Networks.ofService(Optional.of(stripe.address()), Optional.empty()).kinds().getFirst();

    assertThat(kind.kind()).isEqualTo("stripe");
    assertThat(kind.isGenuine(setup(LIVE))).isTrue();
    assertThat(elsewhere.isGenuine(setup(LIVE))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "secret_key, sk_live_abcdefgh12, true",
    "secret_key, rk_test_abcdefgh12, true",
    "secret_key, pk_live_abcdefgh12, false",
    "secret_key, sk_live_, false",
    "sandbox_secret_key, sk_test_abcdefgh12, true",
    "sandbox_secret_key, sk_live_abcdefgh12, false",
    "webhook_secret, whsec_abcdefgh12, true",
    "methods, card, true",
    "methods, 'card, klarna,paypal', true",
    "methods, 'card;klarna', false",
  })
  void a_merchant_enters_the_credentials_that_stripe_issues(
      String name, String value, boolean taken) {
    assertThat(standIn.form().find(name).orElseThrow().takes(value)).isEqualTo(taken);
  }

  @Test
  void a_connector_redirects_payers_to_a_page_and_accepts_no_cards() {
    Connector connector = standIn.open(setup(Requests.REALM, "secret_key", TEST_KEY), NO_EXCHANGES);

    assertThat(connector.kind()).isEqualTo("stripe");
    assertThat(connector.capabilities().live()).isFalse();
    assertThat(connector.capabilities().hosted()).isTrue();
    assertThat(connector.capabilities().accepts().credentials())
        .containsExactlyInAnyOrder(Credential.Page.class, Credential.Saved.class);
  }

  @Test
  void the_page_about_nodes_states_how_long_a_lease_lasts() throws IOException {
    Connector connector = standIn.open(setup(Requests.REALM, "secret_key", TEST_KEY), NO_EXCHANGES);

    assertThat(Files.readString(Path.of("../docs/operations/nodes.md")).replace('\n', ' '))
        .contains(
            ", %d at Stripe,".formatted(connector.capabilities().timing().lease().toSeconds()));
  }

  @Test
  void a_key_of_the_other_mode_and_a_live_key_for_an_emulator_are_rejected() {
    assertRefused(standIn, setup(Requests.REALM, "secret_key", LIVE_KEY));
    assertRefused(genuine, setup(LIVE, "secret_key", TEST_KEY));
    assertRefused(genuine, setup(LIVE));
    assertRefused(genuine, setup(LIVE, "secret_key", LIVE_KEY, "sandbox_secret_key", LIVE_KEY));
    assertRefused(standIn, setup(LIVE, "secret_key", LIVE_KEY));
    assertThatThrownBy(
            () -> standIn.check(setup(LIVE, "secret_key", LIVE_KEY), NO_EXCHANGES, soon()))
        .isInstanceOf(ConnectorSetupException.class);
    assertThat(stripe.calls()).isEmpty();
    assertThat(genuine.open(setup(LIVE, "secret_key", LIVE_KEY), NO_EXCHANGES).capabilities())
        .matches(it -> it.live());
  }

  private static void assertRefused(StripeKind kind, ConnectorSetup setup) {
    assertThatThrownBy(() -> kind.open(setup, NO_EXCHANGES))
        .isInstanceOf(ConnectorSetupException.class)
        .hasMessageNotContaining("12345678");
  }

  @Test
  void a_check_creates_a_page_in_the_sandbox_and_expires_it() {
    CheckReport report =
        standIn.check(setup(Requests.REALM, "secret_key", TEST_KEY), NO_EXCHANGES, soon());

    assertThat(report.hasPassed()).isTrue();
    assertThat(report.steps())
        .extracting(CheckStep::result)
        .containsExactly(
            CheckResult.PASSED,
            CheckResult.PASSED,
            CheckResult.PASSED,
            CheckResult.PASSED,
            CheckResult.SKIPPED);
    assertThat(stripe.calls()).contains("POST /v1/checkout/sessions/cs_test_a1/expire");
    assertThat(stripe.heard())
        .filteredOn(it -> it.call().equals("POST /v1/checkout/sessions"))
        .allMatch(it -> it.form().contains("currency%5D=jpy"));
  }

  @Test
  void a_page_that_does_not_expire_and_a_rejected_key_fail_a_check() {
    stripe.on("GET /v1/checkout/sessions/cs_test_a1", StripeJson.open());
    assertThat(
            standIn
                .check(setup(Requests.REALM, "secret_key", TEST_KEY), NO_EXCHANGES, soon())
                .hasPassed())
        .isFalse();

    stripe.on("GET /v1/balance", 401, StripeJson.error("invalid_request_error", "x"));
    CheckReport refused =
        standIn.check(setup(Requests.REALM, "secret_key", TEST_KEY), NO_EXCHANGES, soon());
    assertThat(refused.hasPassed()).isFalse();
    assertThat(refused.toString()).doesNotContain("12345678").doesNotContain("4242");
  }

  @Test
  void a_live_connector_is_checked_in_its_sandbox_and_its_live_key_only_reads() {
    stripe.on(
        "GET /v1/balance",
        new Answer(200, "{\"object\": \"balance\", \"livemode\": false}"),
        new Answer(200, "{\"object\": \"balance\", \"livemode\": true}"));
    ConnectorSetup both = setup(LIVE, "secret_key", LIVE_KEY, "sandbox_secret_key", TEST_KEY);

    assertThat(genuine.check(both, NO_EXCHANGES, soon()).hasPassed()).isTrue();

    assertThat(stripe.heard())
        .filteredOn(it -> it.authorization().contains("live"))
        .extracting(StripeStandIn.Heard::call)
        .containsExactly("GET /v1/balance", "GET /v1/account");
    assertThat(genuine.check(setup(LIVE, "secret_key", LIVE_KEY), NO_EXCHANGES, soon()).hasPassed())
        .isFalse();
  }

  @Test
  void an_inactive_live_account_and_a_live_key_with_test_responses_fail() {
    ConnectorSetup both = setup(LIVE, "secret_key", LIVE_KEY, "sandbox_secret_key", TEST_KEY);
    assertThat(genuine.check(both, NO_EXCHANGES, soon()).hasPassed()).isFalse();

    stripe.on(
        "GET /v1/balance",
        new Answer(200, "{\"object\": \"balance\", \"livemode\": false}"),
        new Answer(200, "{\"object\": \"balance\", \"livemode\": true}"));
    stripe.on("GET /v1/account", new Answer(200, account(true)), new Answer(200, account(false)));
    assertThat(genuine.check(both, NO_EXCHANGES, soon()).steps())
        .filteredOn(step -> step.result() == CheckResult.FAILED)
        .extracting(CheckStep::title)
        .contains("Live: the account can accept payments");
  }

  @Test
  void it_subscribes_again_before_it_removes_the_old_subscription_and_keeps_both_secrets() {
    stripe.on(
        "GET /v1/webhook_endpoints",
        "{\"data\": [{\"id\": \"we_old\", \"url\": \"%s\"}, {\"id\": \"we_other\", \"url\": \"https://shop.example\"}]}"
            .formatted(WEBHOOKS));
    stripe.on("POST /v1/webhook_endpoints", "{\"id\": \"we_new\", \"secret\": \"whsec_new12345\"}");
    stripe.on("DELETE /v1/webhook_endpoints/we_old", "{\"id\": \"we_old\", \"deleted\": true}");

    ProviderSecrets secrets =
        standIn.subscribe(
            setup(Requests.REALM, "secret_key", TEST_KEY, "webhook_secret", "whsec_old12345"),
            WEBHOOKS,
            soon());

    assertThat(secrets.secrets())
        .isEqualTo(
            Map.of("webhook_secret", "whsec_new12345", "webhook_secret_before", "whsec_old12345"));
    assertThat(stripe.calls())
        .containsExactly(
            "GET /v1/webhook_endpoints",
            "POST /v1/webhook_endpoints",
            "DELETE /v1/webhook_endpoints/we_old");
  }

  @Test
  void stripes_reason_against_a_subscription_is_reported_in_words() {
    stripe.on("GET /v1/webhook_endpoints", 403, StripeJson.error("invalid_request_error", "x"));

    assertThatThrownBy(() ->
            standIn.subscribe(setup(Requests.REALM, "secret_key", TEST_KEY), WEBHOOKS, soon()))
        .isInstanceOf(ConnectorSetupException.class)
        .hasMessageContaining("write access to Webhook Endpoints");
  }

  @ParameterizedTest
  @CsvSource({
    "checkout.session, cs_1, , cs_1",
    "payment_intent, pi_1, , pi_1",
    "charge, ch_1, pi_1, pi_1",
    "dispute, dp_1, pi_1, pi_1",
    "dispute, dp_1, , dp_1",
    "refund, re_1, pi_1, pi_1",
  })
  void a_webhook_names_its_object(
      String object, String id, @org.jspecify.annotations.Nullable String intent, String expected) {
    OperationRef reference = Requests.reference();
    String body =
        """
        {"id": "evt_1", "object": "event", "type": "some.event", "livemode": false, "data": {"object":
         {"object": "%s", "id": "%s", "payment_intent": %s, "metadata": {"florin": "%s"}}}}\
        """
            .formatted(object, id, intent == null ? "null" : "\"" + intent + "\"", reference);

    assertThat(read(body, "whsec_old12345"))
        .isInstanceOfSatisfying(
            ProviderWebhookReading.Genuine.class,
            genuine -> {
              assertThat(genuine.webhook().id()).contains("evt_1");
              assertThat(genuine.webhook().kind()).isEqualTo("some.event");
              assertThat(genuine.webhook().reference()).contains(reference);
              assertThat(genuine.webhook().externalId()).contains(expected);
            });
  }

  @Test
  void a_forged_webhook_one_of_the_other_mode_and_a_non_event_are_distinguished() {
    String event = "{\"id\": \"evt_1\", \"type\": \"refund.failed\", \"livemode\": %s}";

    assertThat(read(event.formatted("false"), "whsec_old12345"))
        .isInstanceOf(ProviderWebhookReading.Genuine.class);
    assertThat(read(event.formatted("false"), "whsec_forged"))
        .isInstanceOf(ProviderWebhookReading.Forged.class);
    assertThat(read(event.formatted("true"), "whsec_new12345"))
        .isInstanceOf(ProviderWebhookReading.Unreadable.class);
    assertThat(read("[]", "whsec_new12345")).isInstanceOf(ProviderWebhookReading.Unreadable.class);
  }

  private ProviderWebhookReading read(String body, String secret) {
    Connector connector =
        standIn.open(
            setup(
                Requests.REALM,
                "secret_key",
                TEST_KEY,
                "webhook_secret",
                "whsec_new12345",
                "webhook_secret_before",
                "whsec_old12345"),
            NO_EXCHANGES);
    String header =
        StripeSignatureTest.header(
            NOW.getEpochSecond(), StripeSignatureTest.mac(secret, NOW.getEpochSecond(), body));
    return connector.read(
        new ProviderWebhookRequest(
            name -> name.equals("Stripe-Signature") ? Optional.of(header) : Optional.empty(),
            body,
            NOW));
  }

  /** The exchanges of a connector that sends no operations. */
  private static final Exchanges NO_EXCHANGES =
      new Exchanges() {
        @Override
        public boolean sending(
            OperationRef reference, OperationKind operation, int number, String step) {
          return false;
        }

        @Override
        public void answered(
            OperationRef reference,
            int number,
            Optional<String> externalId,
            Map<String, String> facts) {}

        @Override
        public boolean answeredThenSending(
            OperationRef reference,
            OperationKind operation,
            int number,
            Optional<String> externalId,
            Map<String, String> facts,
            String next) {
          return false;
        }

        @Override
        public boolean close(OperationRef reference, OperationKind operation, int number) {
          return false;
        }

        @Override
        public List<ExchangeStep> list(OperationRef reference) {
          return List.of();
        }
      };
}
