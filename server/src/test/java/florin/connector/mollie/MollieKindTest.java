package florin.connector.mollie;

import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.provider.Options;
import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.ConnectorKind.ConnectorSetupException;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.Requests;
import florin.connector.remote.RemoteClient;
import florin.core.Id.ConnectorId;
import florin.core.Mode;
import florin.core.Realm;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The setup of a connector to Mollie, its check, its webhooks, and the rules for live keys. */
@TestInstance(Lifecycle.PER_CLASS)
class MollieKindTest {
  private static final Realm LIVE = Realm.of(1, Mode.LIVE);
  private static final URI WEBHOOKS = URI.create("https://pay.shop.example/connectors/t/webhooks");

  private final MollieEmulator mollie;
  private final RemoteClient<MollieError> client;
  private final MollieKind standIn;

  /** A connector kind that treats the emulator as Mollie's real API. */
  private final MollieKind genuine;

  MollieKindTest() throws IOException {
    mollie = MollieEmulator.start(Options.ofTests());
    client = new RemoteClient<>(new MollieApi(), mollie.url(), List.of());
    standIn = new MollieKind(client, false, InstantSource.system());
    genuine = new MollieKind(client, true, InstantSource.system());
  }

  @AfterAll
  void close() throws IOException {
    client.close();
    mollie.close();
  }

  private static ConnectorSetup setup(
      Realm realm, Map<String, String> settings, Map<String, String> secrets) {
    return new ConnectorSetup(
        realm, new ConnectorId(UUID.randomUUID()), settings, new ProviderSecrets(secrets));
  }

  private static ConnectorSetup live(String testKey) {
    return setup(
        LIVE, Map.of(), Map.of("api_key", MollieEmulator.LIVE_KEY, "test_api_key", testKey));
  }

  @ParameterizedTest
  @CsvSource({
    "api_key, live_abcdefghijklmnopqrstuvwxyz123456, true",
    "api_key, test_abcdefghijklmnopqrstuvwxyz123456, true",
    "api_key, access_abcdefghijklmnopqrstuvwxyz123456, false",
    "api_key, live_short, false",
    "test_api_key, test_abcdefghijklmnopqrstuvwxyz123456, true",
    "test_api_key, live_abcdefghijklmnopqrstuvwxyz123456, false",
    "methods, 'ideal, card,sepa_debit', true",
    "methods, creditcard, false",
  })
  void a_merchant_enters_the_credentials_that_mollie_issues(
      String name, String value, boolean taken) {
    assertThat(standIn.form().find(name).orElseThrow().takes(value)).isEqualTo(taken);
  }

  @Test
  void the_form_says_what_was_not_tested() {
    assertThat(standIn.form().warning())
        .isEqualTo(
            "Florin's developers tested this connector with an emulator, not with Mollie itself. Check it with your own keys, and start with a small payment.");
  }

  @Test
  void a_key_of_the_other_mode_opens_no_connector() {
    var liveInTest = setup(Requests.REALM, Map.of(), Map.of("api_key", MollieEmulator.LIVE_KEY));
    var testInLive = setup(LIVE, Map.of(), Map.of("api_key", MollieEmulator.TEST_KEY));

    assertThatThrownBy(() -> standIn.open(liveInTest, NoExchanges.INSTANCE))
        .isInstanceOf(ConnectorSetupException.class)
        .hasMessage("In test mode the API key begins with test_.");
    assertThatThrownBy(() -> genuine.open(testInLive, NoExchanges.INSTANCE))
        .isInstanceOf(ConnectorSetupException.class)
        .hasMessage("In live mode the API key begins with live_.");
  }

  @Test
  void a_live_key_is_never_sent_to_an_emulator() {
    assertThat(standIn.isGenuine(live(MollieEmulator.TEST_KEY))).isFalse();
    assertThatThrownBy(() -> standIn.open(live(MollieEmulator.TEST_KEY), NoExchanges.INSTANCE))
        .isInstanceOf(ConnectorSetupException.class)
        .hasMessageContaining("FLORIN_MOLLIE_URL");
  }

  @Test
  void a_check_in_test_mode_creates_a_payment_and_reads_it() {
    CheckReport report = check(standIn, test(Map.of()));

    assertThat(report.hasPassed()).isTrue();
    assertThat(report.steps())
        .extracting(CheckStep::title)
        .containsExactly(
            "Test mode: the key is valid",
            "Test mode: the payment methods are enabled",
            "Test mode: a payment can be created",
            "Test mode: the payment can be read");
  }

  @Test
  void a_check_in_live_mode_only_reads_with_the_live_key() {
    int before = mollie.payers().payments().size();

    CheckReport report = check(genuine, live(MollieEmulator.TEST_KEY));

    assertThat(report.hasPassed()).isTrue();
    assertThat(report.steps())
        .extracting(CheckStep::title)
        .contains("Live: the key is valid", "Live: the profile can accept payments");
    assertThat(mollie.payers().payments()).hasSize(before + 1);
  }

  @Test
  void a_check_fails_with_a_wrong_key_and_says_where_to_find_the_right_one() {
    CheckReport report =
        check(
            standIn, setup(Requests.REALM, Map.of(), Map.of("api_key", "test_" + "x".repeat(30))));

    assertThat(report.hasPassed()).isFalse();
    assertThat(report.steps().getFirst().result()).isEqualTo(CheckResult.FAILED);
    assertThat(report.steps().getFirst().detail()).contains("API keys in Mollie's dashboard");
  }

  @Test
  void a_check_names_methods_that_are_not_enabled_at_mollie() {
    mollie.setMethods(EnumSet.of(Method.IDEAL));
    CheckReport report = check(standIn, test(Map.of("methods", "ideal, card")));
    mollie.setMethods(EnumSet.allOf(Method.class));

    assertThat(report.hasPassed()).isFalse();
    assertThat(report.steps())
        .anySatisfy(step -> assertThat(step.detail()).startsWith("Enable card for the website"));
  }

  @Test
  void a_check_rejects_methods_for_which_mollie_requires_order_lines() {
    CheckReport report = check(standIn, test(Map.of("methods", "card, klarna, billie")));

    assertThat(report.hasPassed()).isFalse();
    assertThat(report.steps())
        .extracting(CheckStep::detail)
        .contains("Remove klarna, billie: Mollie requires order lines, which Florin doesn't send.");
  }

  @Test
  void the_webhook_url_is_stored_and_sent_with_each_payment() {
    ProviderSecrets stored = standIn.subscribe(test(Map.of()), WEBHOOKS, soon());

    assertThat(stored.secrets()).containsExactly(Map.entry("webhook_url", WEBHOOKS.toString()));
    assertThat(
            MollieSettings.of(
                    setup(
                        Requests.REALM,
                        Map.of(),
                        Map.of(
                            "api_key",
                            MollieEmulator.TEST_KEY,
                            "webhook_url",
                            stored.get("webhook_url"))))
                .webhookUrl())
        .contains(WEBHOOKS.toString());
  }

  @Test
  void a_webhook_carries_an_id_and_nothing_else() {
    assertThat(MollieWebhooks.read("id=tr_5B8cwPMGnU6qLbRvo7qEZo"))
        .isInstanceOfSatisfying(
            ProviderWebhookReading.Genuine.class,
            read -> {
              assertThat(read.webhook().externalId()).contains("tr_5B8cwPMGnU6qLbRvo7qEZo");
              assertThat(read.webhook().reference()).isEmpty();
              assertThat(read.webhook().mayChangePaid()).isTrue();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "id=", "id=tr_1&status=paid", "id=ord_1", "{\"id\": \"tr_1\"}", "id=tr_1%00"})
  void another_body_is_no_webhook(String body) {
    assertThat(MollieWebhooks.read(body)).isInstanceOf(ProviderWebhookReading.Unreadable.class);
  }

  private static ConnectorSetup test(Map<String, String> settings) {
    return setup(Requests.REALM, settings, Map.of("api_key", MollieEmulator.TEST_KEY));
  }

  private static CheckReport check(MollieKind kind, ConnectorSetup setup) {
    return kind.check(setup, NoExchanges.INSTANCE, soon());
  }

  /** A check and a rejected setup use no exchanges. */
  private enum NoExchanges implements Exchanges {
    INSTANCE;

    @Override
    public boolean sending(
        OperationRef reference, OperationKind operation, int number, String step) {
      throw new AssertionError("this test sends no operation");
    }

    @Override
    public void answered(
        OperationRef reference,
        int number,
        Optional<String> externalId,
        Map<String, String> facts) {
      throw new AssertionError("this test sends no operation");
    }

    @Override
    public boolean answeredThenSending(
        OperationRef reference,
        OperationKind operation,
        int number,
        Optional<String> externalId,
        Map<String, String> facts,
        String next) {
      throw new AssertionError("this test sends no operation");
    }

    @Override
    public boolean close(OperationRef reference, OperationKind operation, int number) {
      throw new AssertionError("this test sends no operation");
    }

    @Override
    public List<ExchangeStep> list(OperationRef reference) {
      throw new AssertionError("this test reads no operation");
    }
  }
}
