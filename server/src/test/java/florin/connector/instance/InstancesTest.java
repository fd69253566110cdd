package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.core.Id.ConnectorId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderKind;
import florin.vault.KeyRotation;
import florin.vault.Keyring;
import florin.vault.Rewrapping;
import florin.vault.SealedTextStore;
import florin.vault.SecretSeal;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** `/v2/connectors` of a service that providers can reach. */
@TestInstance(Lifecycle.PER_CLASS)
class InstancesTest {
  private static final String WEBHOOKS = "webhook-secret-of-an-account";

  private final AtomicReference<Runnable> onCheck = new AtomicReference<>(InstancesTest::nothing);
  private final Provider provider = new Provider();
  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE,
          usual -> Records.with(usual, "baseUrl", Optional.of(URI.create("https://pay.example"))),
          new Networks(
              UnaryOperator.identity(),
              List.of(new ProviderKind(InstantSource.system(), () -> onCheck.get().run()))));
  private TestClient test = florin.client();
  private TestClient live = florin.client();
  private Realm liveRealm = florin.realm();

  /** Creates an account without connectors. */
  @BeforeEach
  void open() {
    SpecialKeys keys = SpecialKeys.ofNewAccount(florin).allowingLiveSettings();
    test = new TestClient(florin.app().port(), keys.secret());
    live = new TestClient(florin.app().port(), keys.live());
    liveRealm = keys.account().realm(Mode.LIVE);
    onCheck.set(InstancesTest::nothing);
  }

  @AfterEach
  void forget() {
    test.close();
    live.close();
  }

  @AfterAll
  void close() {
    florin.close();
    provider.close();
  }

  @Test
  void a_new_connector_is_a_draft_that_shows_its_settings_and_no_secret() {
    Reply made = test.post("/v2/connectors", body(Provider.API_KEY, WEBHOOKS), "made-once");

    assertThat(made.status()).as(made.body()).isEqualTo(200);
    assertThat(made.text("/status")).isEqualTo("draft");
    assertThat(made.text("/settings/address")).isEqualTo(provider.address().toString());
    assertThat(made.json().at("/credentials").toString())
        .isEqualTo(
            "[{\"name\":\"key\",\"set\":true,\"last4\":null},{\"name\":\"webhooks\",\"set\":true,\"last4\":\"ount\"}]");
    assertThat(made.text("/webhook_url"))
        .matches("https://pay\\.example/connectors/[A-Za-z0-9_-]{43}/webhooks");
    assertThat(test.get(path(made)).body()).isEqualTo(made.body());
    assertThat(test.get("/v2/connectors").json().at("/data/0")).isEqualTo(made.json());
    assertThat(made.body()).doesNotContain(Provider.API_KEY).doesNotContain(WEBHOOKS);
    for (String kept :
        List.of(
            "SELECT secret_sealed FROM connector WHERE id = ?",
            "SELECT body FROM idempotency WHERE resource_id = ?")) {
      assertThat(florin.query(kept, id(made)))
          .singleElement()
          .asString()
          .doesNotContain(Provider.API_KEY)
          .doesNotContain(WEBHOOKS);
    }
  }

  @Test
  void an_invalid_setting_is_named_and_not_quoted() {
    Reply wrong =
        test.post(
            "/v2/connectors",
            """
            {"kind": "test_provider", "name": "4242 4242 4242 4242",
             "settings": {"address": 1}, "credentials": {"key": "%s"}}\
            """
                .formatted("x".repeat(9000)));
    assertThat(wrong.texts("/error/errors", "param"))
        .containsExactly("name", "settings.address", "credentials.key");
    assertThat(wrong.body()).doesNotContain("xxxx").doesNotContain("4242");

    Reply refused =
        test.post(
            "/v2/connectors",
            """
            {"kind": "test_provider", "settings": {"hosted": "longer than ten", "no_such": "a"},
             "credentials": {"address": "b"}}\
            """);
    assertThat(refused.texts("/error/errors", "param"))
        .containsExactly("settings", "settings.hosted", "credentials");
    assertThat(refused.body()).doesNotContain("longer than ten").doesNotContain("no_such");

    Reply unknown = test.post("/v2/connectors", "{\"kind\": \"nobody\"}");
    assertThat(unknown.text("/error/message")).isEqualTo("kind must be one of: test_provider.");
  }

  @Test
  void the_kinds_are_listed_with_their_fields() {
    Reply kinds = test.get("/v2/connector_kinds");

    assertThat(kinds.texts("/data", "kind")).containsExactly("test_provider");
    assertThat(kinds.texts("/data/0/fields", "name")).contains("address", "key");
    assertThat(kinds.bool("/data/0/fields/6/secret")).isTrue();
  }

  @Test
  void in_test_mode_a_checked_connector_can_be_enabled_and_gets_payments_until_disabled() {
    Reply made = create(test, Provider.API_KEY);
    Reply unchecked = test.post(path(made) + "/enable", "");
    assertThat(unchecked.text("/error/code")).isEqualTo("connector_not_ready");
    assertThat(unchecked.text("/error/message")).contains("was changed after its last check");
    test.post(path(made) + "/check", "");

    Reply enabled = test.post(path(made) + "/enable", "");

    assertThat(enabled.text("/status")).isEqualTo("enabled");
    within().until(() -> connectorOf(test).equals("test_provider"));
    assertThat(test.post(path(made) + "/disable", "").text("/status")).isEqualTo("disabled");
    within().until(() -> connectorOf(test).equals("simulator"));
    assertThat(test.post(path(made) + "/enable", "").text("/status")).isEqualTo("enabled");
  }

  @Test
  void connectors_are_ordered_as_they_were_enabled_and_keep_their_place_as_drafts() {
    Reply first = enabled(test);
    Reply second = enabled(test);
    Reply third = enabled(test);
    assertThat(positions(first, second, third)).containsExactly("1", "2", "3");

    Reply changed = test.post(path(first), "{\"settings\": {\"hosted\": \"true\"}}");
    assertThat(changed.text("/status")).isEqualTo("draft");
    assertThat(changed.json().at("/position").isNull()).isTrue();
    assertThat(positions(second, third)).containsExactly("1", "2");
    test.post(path(first) + "/check", "");
    assertThat(test.post(path(first) + "/enable", "").number("/position")).isEqualTo(1);

    test.post(path(first) + "/disable", "");
    assertThat(test.post(path(first) + "/enable", "").number("/position")).isEqualTo(3);

    assertThat(test.post(path(third), "{\"name\": \"Third\", \"position\": 1}").text("/name"))
        .isEqualTo("Third");
    assertThat(positions(first, second, third)).containsExactly("3", "2", "1");
  }

  @Test
  void only_an_enabled_connector_can_be_the_default() {
    Reply made = create(test, Provider.API_KEY);

    Reply refused = test.post(path(made), "{\"position\": 1}");

    assertThat(refused.text("/error/code")).isEqualTo("connector_not_ready");
    Reply second = test.post(path(made), "{\"position\": 2}");
    assertThat(second.text("/error/message"))
        .isEqualTo("position must be 1, which makes the connector the default.");
  }

  @Test
  void connectors_that_are_enabled_at_the_same_time_have_each_a_place() throws Exception {
    var made = new ArrayList<Reply>();
    for (int i = 0; i < 4; i++) {
      made.add(create(test, Provider.API_KEY));
      test.post(path(made.getLast()) + "/check", "");
    }

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> enabled =
          made.stream()
              .map(it -> threads.submit(() -> test.post(path(it) + "/enable", "").status()))
              .toList();
      for (Future<Integer> status : enabled) {
        assertThat(status.get()).isEqualTo(200);
      }
    }

    assertThat(positions(made.toArray(Reply[]::new))).containsExactlyInAnyOrder("1", "2", "3", "4");
  }

  @Test
  void at_most_ten_connectors_are_enabled() {
    for (int i = 0; i < Places.MAX_ENABLED; i++) {
      enabled(test);
    }
    Reply more = create(test, Provider.API_KEY);
    test.post(path(more) + "/check", "");

    Reply refused = test.post(path(more) + "/enable", "");

    assertThat(refused.text("/error/code")).as(refused.body()).isEqualTo("connector_limit_reached");
    assertThat(refused.text("/error/message")).startsWith("10 connectors are enabled");
    assertThat(test.get(path(more)).text("/status")).isEqualTo("draft");
  }

  private List<String> positions(Reply... connectors) {
    return Stream.of(connectors)
        .map(it -> Long.toString(test.get(path(it)).number("/position")))
        .toList();
  }

  @Test
  void in_test_mode_a_connector_whose_check_failed_cannot_be_enabled() {
    Reply made = create(test, "a key that nobody knows");
    assertThat(test.post(path(made) + "/check", "").bool("/check/passed")).isFalse();

    Reply refused = test.post(path(made) + "/enable", "");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/message")).contains("failed its last check");
    assertThat(test.get(path(made)).text("/status")).isEqualTo("draft");
  }

  @Test
  void an_incomplete_connector_is_neither_checked_nor_enabled() {
    Reply made = test.post("/v2/connectors", "{\"kind\": \"test_provider\", \"name\": \"Half\"}");

    for (String call : List.of("/check", "/enable")) {
      Reply refused = test.post(path(made) + call, "");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/error/code")).isEqualTo("connector_not_ready");
      assertThat(refused.text("/error/message")).contains("settings.address and credentials.key");
    }
    assertThat(test.get(path(made)).text("/status")).isEqualTo("draft");
  }

  @Test
  void a_check_queries_the_provider_and_keeps_its_log() {
    Reply made = create(test, "a key that nobody knows");

    Reply failed = test.post(path(made) + "/check", "");

    assertThat(failed.bool("/check/passed")).isFalse();
    assertThat(failed.text("/check/steps/0/detail")).contains("does not know the key");
    test.post(path(made), "{\"credentials\": {\"key\": \"%s\"}}".formatted(Provider.API_KEY));
    Reply passed = test.post(path(made) + "/check", "");
    assertThat(passed.bool("/check/passed")).isTrue();
    assertThat(passed.texts("/check/steps", "result")).containsExactly("passed");
    assertThat(passed.number("/checked_at")).isPositive();
    assertThat(test.get(path(made)).body()).isEqualTo(passed.body());
  }

  @Test
  void a_repeated_request_does_not_query_the_provider_again() {
    Reply made = create(test, Provider.API_KEY);
    Reply first = test.post(path(made) + "/check", "", "checked-once");
    int asked = provider.requests().size();

    Reply again = test.post(path(made) + "/check", "", "checked-once");

    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(provider.requests()).hasSize(asked);
  }

  @Test
  void a_connector_changed_during_its_check_is_not_checked() {
    Reply made = create(test, Provider.API_KEY);
    onCheck.set(() -> test.post(path(made), "{\"settings\": {\"deadline\": \"PT20S\"}}"));

    Reply overtaken = test.post(path(made) + "/check", "");

    assertThat(overtaken.status()).isEqualTo(409);
    assertThat(test.get(path(made)).has("/check")).isFalse();
  }

  @Test
  void during_a_check_another_check_or_an_enable_is_rejected() {
    Reply made = create(test, Provider.API_KEY);
    var meanwhile = new AtomicReference<Reply>();
    onCheck.set(() -> meanwhile.set(test.post(path(made) + "/enable", "")));

    Reply checked = test.post(path(made) + "/check", "");

    assertThat(meanwhile.get().status()).isEqualTo(409);
    assertThat(checked.bool("/check/passed")).isTrue();
  }

  @Test
  void another_credential_or_setting_makes_it_an_unchecked_draft() {
    for (String change :
        List.of(
            "{\"credentials\": {\"key\": \"another\"}}",
            "{\"credentials\": {\"webhooks\": null}}",
            "{\"settings\": {\"deadline\": \"PT20S\"}}")) {
      Reply made = enabled(test);

      Reply changed = test.post(path(made), change);

      assertThat(changed.text("/status")).as(change).isEqualTo("draft");
      assertThat(changed.has("/check")).isFalse();
      assertThat(changed.bool("/webhooks_requested")).isFalse();
    }
  }

  @Test
  void another_name_or_the_same_settings_keep_the_check() {
    Reply made = enabled(test);

    Reply changed =
        test.post(
            path(made),
            "{\"name\": \"Main\", \"credentials\": {\"key\": \"%s\"}}".formatted(Provider.API_KEY));

    assertThat(changed.text("/name")).isEqualTo("Main");
    assertThat(changed.text("/status")).isEqualTo("enabled");
    assertThat(changed.bool("/check/passed")).isTrue();
    assertThat(changed.bool("/webhooks_requested")).isTrue();
    assertThat(test.post(path(made), "{\"kind\": \"test_provider\"}").text("/error/code"))
        .isEqualTo("parameter_not_updatable");
  }

  @Test
  void enabling_subscribes_to_the_providers_webhooks_and_stores_the_signing_secret() {
    Reply made = create(test, Provider.API_KEY);
    test.post(path(made) + "/check", "");

    Reply enabled = test.post(path(made) + "/enable", "");

    assertThat(provider.subscriptions()).contains(made.text("/webhook_url"));
    assertThat(enabled.bool("/webhooks_requested")).isTrue();
    assertThat(enabled.json().at("/credentials/1/set").booleanValue()).isTrue();
    assertThat(enabled.body()).doesNotContain(Provider.SECRET);
    within().until(() -> webhook(enabled) == 200);
  }

  @Test
  void a_connector_whose_subscription_is_rejected_is_not_enabled_and_has_the_reason() {
    Reply made = create(test, "a key that nobody knows");
    florin.update(
        "UPDATE connector SET checked_at = now(), check_result = ?::jsonb WHERE id = ?",
        "{\"steps\": [{\"title\": \"Before the key was revoked\", \"result\": \"PASSED\", \"detail\": \"\"}]}",
        id(made));

    Reply refused = test.post(path(made) + "/enable", "");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/message")).contains("The key may not do that.");
    assertThat(test.get(path(made)).text("/status")).isEqualTo("draft");
  }

  @Test
  void in_live_mode_it_can_be_enabled_only_after_its_settings_passed_the_check() {
    Reply made = create(live, "a key that nobody knows");
    assertThat(live.post(path(made) + "/enable", "").text("/error/message"))
        .contains("was changed after its last check");
    live.post(path(made) + "/check", "");
    assertThat(live.post(path(made) + "/enable", "").text("/error/message"))
        .contains("failed its last check");
    live.post(path(made), "{\"credentials\": {\"key\": \"%s\"}}".formatted(Provider.API_KEY));
    live.post(path(made) + "/check", "");
    live.post(path(made), "{\"settings\": {\"deadline\": \"PT20S\"}}");
    assertThat(live.post(path(made) + "/enable", "").text("/error/message"))
        .contains("was changed after its last check");
    assertThat(florin.query("SELECT status FROM connector WHERE id = ?", id(made)))
        .containsExactly("draft");

    live.post(path(made) + "/check", "");
    Reply enabled = live.post(path(made) + "/enable", "");

    assertThat(enabled.text("/status")).isEqualTo("enabled");
    assertThat(enabled.bool("/livemode")).isTrue();
    within().until(() -> connectorOf(live).equals("test_provider"));
  }

  @Test
  void a_live_key_alone_changes_no_connector() {
    Reply made = create(live, Provider.API_KEY);
    florin.update(
        "UPDATE account SET live_settings_by_key = false WHERE number = ?",
        liveRealm.accountNumber());
    String before = live.get(path(made)).body();

    for (Reply refused :
        List.of(
            create(live, Provider.API_KEY),
            live.post(path(made), "{\"credentials\": {\"key\": \"another\"}}"),
            live.post(path(made) + "/enable", ""),
            live.post(path(made) + "/disable", ""))) {
      assertThat(refused.status()).as(refused.body()).isEqualTo(403);
      assertThat(refused.text("/error/code")).isEqualTo("dashboard_required");
    }

    assertThat(live.get(path(made)).body()).isEqualTo(before);
    assertThat(live.get("/v2/connectors").texts("/data", "id")).hasSize(1);
    assertThat(create(test, Provider.API_KEY).status()).isEqualTo(200);
  }

  @Test
  void in_live_mode_an_emulator_can_never_be_enabled() {
    Reply made =
        live.post(
            "/v2/connectors",
            body(Provider.API_KEY, WEBHOOKS)
                .replace("{\"address\"", "{\"stand_in\": \"yes\", \"address\""));
    assertThat(live.post(path(made) + "/check", "").bool("/check/passed")).isTrue();

    assertThat(live.post(path(made) + "/enable", "").text("/error/message")).contains("emulator");
  }

  @Test
  void a_live_card_is_rejected_before_storage_if_no_connector_for_cards_is_enabled() {
    for (String path : List.of("/v2/payments", "/v2/payment_methods")) {
      Reply refused = live.post(path, cardFor(path));
      assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
      assertThat(refused.text("/error/message"))
          .contains("under Connectors (/dashboard/connectors)", "./florin connectors add");
    }
    Reply made =
        live.post(
            "/v2/connectors",
            body(Provider.API_KEY, WEBHOOKS)
                .replace("{\"address\"", "{\"takes_no_cards\": \"yes\", \"address\""));
    live.post(path(made) + "/check", "");
    live.post(path(made) + "/enable", "");
    int asked = provider.requests().size();

    for (String path : List.of("/v2/payments", "/v2/payment_methods")) {
      within()
          .until(() ->
              live.post(path, cardFor(path))
                  .text("/error/message")
                  .contains("connector of this account"));
    }

    assertThat(provider.requests()).hasSize(asked);
    for (String table : List.of("payment", "payment_method")) {
      assertThat(florin.query("SELECT id FROM " + table + " WHERE realm_id = ?", liveRealm.id()))
          .isEmpty();
    }
  }

  private static String cardFor(String path) {
    String card =
        "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}";
    return path.equals("/v2/payments")
        ? "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": " + card + "}"
        : card;
  }

  @Test
  void without_a_reachable_base_url_only_a_test_connector_can_be_enabled() {
    try (TestApp house =
            florin.openAnotherNodeWith(usual ->
                Records.with(usual, "baseUrl", Optional.of(URI.create("https://pay.internal"))));
        var inTest = new TestClient(house.app().port(), florin.secretKey());
        var inLive =
            new TestClient(
                house.app().port(),
                SpecialKeys.ofNewAccount(florin).allowingLiveSettings().live())) {
      Reply real = create(inLive, Provider.API_KEY);
      inLive.post(path(real) + "/check", "");
      assertThat(inLive.post(path(real) + "/enable", "").text("/error/message"))
          .contains("FLORIN_BASE_URL");

      Reply tried = create(inTest, Provider.API_KEY);
      inTest.post(path(tried) + "/check", "");
      Reply enabled = inTest.post(path(tried) + "/enable", "");

      assertThat(enabled.text("/status")).isEqualTo("enabled");
      assertThat(enabled.bool("/webhooks_requested")).isFalse();
      assertThat(provider.subscriptions()).doesNotContain(tried.text("/webhook_url"));
    }
  }

  @Test
  void the_number_of_connectors_is_limited() {
    for (int i = 0; i < Instances.MAX_OF_REALM; i++) {
      assertThat(create(test, Provider.API_KEY).status()).isEqualTo(200);
    }

    Reply refused = create(test, Provider.API_KEY);

    assertThat(refused.text("/error/code")).isEqualTo("connector_limit_reached");
    assertThat(create(live, Provider.API_KEY).status()).isEqualTo(200);
    Reply page = test.get("/v2/connectors?limit=15");
    assertThat(page.bool("/has_more")).isTrue();
    String last = page.texts("/data", "id").getLast();
    assertThat(test.get("/v2/connectors?starting_after=" + last).texts("/data", "id")).hasSize(5);
  }

  @Test
  void a_connector_created_here_survives_a_rotation_of_the_envelope_key() {
    Reply made = create(test, Provider.API_KEY);

    try (var db = new Db(florin.database())) {
      var rotation = new KeyRotation(db, florin.keysFile(), new SecureRandom());
      int first = rotation.keyring().currentVersion();
      Keyring begun = rotation.begin();
      within().until(() -> rotation.lacking(begun).isEmpty());
      rotation.changeOver(begun);
      within().until(() -> rotation.behind(begun).isEmpty());
      Keyring current = rotation.keyring();
      rotation.finish(current);
      var seal = new SecretSeal(() -> current, new SecureRandom());
      int version = current.currentVersion();
      var credentials = new SealedTextStore(db, seal, version, InstanceStore.SEALED);
      Rewrapping.run(credentials, _ -> {});
      Rewrapping.run(new SealedTextStore(db, seal, version, ProviderWebhookStore.SEALED), _ -> {});
      assertThat(credentials.countByKey()).doesNotContainKey(first);
    }

    assertThat(florin.query("SELECT secret_sealed FROM connector WHERE id = ?", id(made)))
        .singleElement()
        .asString()
        .startsWith("2.");
    assertThat(test.post(path(made) + "/check", "").bool("/check/passed")).isTrue();
  }

  @Test
  void they_are_counted_by_kind_and_status() {
    create(test, Provider.API_KEY);
    var registry = new PrometheusRegistry();
    try (var db = new Db(florin.database());
        var _ = new InstanceMetrics(registry, new InstanceStore(db))) {
      within()
          .until(() ->
              registry.scrape().stream()
                  .flatMap(metric -> metric.getDataPoints().stream())
                  .anyMatch(point ->
                      point
                          .getLabels()
                          .equals(Labels.of("kind", "test_provider", "status", "draft"))));
    }
  }

  @Test
  void an_unknown_connector_returns_404() {
    String none = new ConnectorId(new IdSource(InstantSource.system()).next()).text();
    for (String call : List.of("", "/check", "/enable", "/disable")) {
      assertThat(test.post("/v2/connectors/" + none + call, "{}").status()).isEqualTo(404);
    }
  }

  private Reply create(TestClient client, String key) {
    return client.post("/v2/connectors", body(key, WEBHOOKS));
  }

  private Reply enabled(TestClient client) {
    Reply made = create(client, Provider.API_KEY);
    client.post(path(made) + "/check", "");
    assertThat(client.post(path(made) + "/enable", "").text("/status")).isEqualTo("enabled");
    return made;
  }

  private String body(String key, String webhooks) {
    return """
    {"kind": "test_provider", "settings": {"address": "%s"}, "credentials": {"key": "%s", "webhooks": "%s"}}\
    """
        .formatted(provider.address(), key, webhooks);
  }

  private static String path(Reply connector) {
    return "/v2/connectors/" + connector.text("/id");
  }

  private static UUID id(Reply connector) {
    return ConnectorId.KIND.parse(connector.text("/id")).orElseThrow().uuid();
  }

  private int webhook(Reply connector) {
    String body = "id=evt_1\nkind=paid\n";
    URI url = URI.create(connector.text("/webhook_url"));
    return test.send(
            test.request(url.getPath())
                .header("Provider-Signature", Provider.sign(body, Instant.now()))
                .POST(BodyPublishers.ofString(body))
                .build())
        .status();
  }

  private static String connectorOf(TestClient client) {
    return client
        .post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "eur", "payment_method": {"type": "card",
                "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
            """)
        .text("/outcome/connector");
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(25)).atMost(Duration.ofSeconds(60));
  }

  private static void nothing() {}
}
