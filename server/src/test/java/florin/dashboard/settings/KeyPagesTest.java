package florin.dashboard.settings;

import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import florin.account.ApiKey;
import florin.cardfields.FlorinScriptApi;
import florin.core.Id.KeyId;
import florin.core.Mode;
import florin.core.PageOrigin;
import florin.core.Realm;
import florin.dashboard.pipeline.ConfirmView;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff create, roll and revoke API keys. */
@TestInstance(Lifecycle.PER_CLASS)
class KeyPagesTest {
  private static final String KEYS = "/dashboard/keys";
  private static final Pattern ONCE = Pattern.compile("<code id=\"once\">([^<]+)</code>");

  private TestApp florin;
  private DashboardClient owner;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void a_secret_key_is_shown_once_and_works() {
    Reply shown = owner.follow(create(owner, "The shop's server", "secret"));

    String secret = once(shown);
    assertThat(secret).startsWith("sk_test_");
    assertThat(status(secret)).isEqualTo(200);
    String again = owner.get(KEYS).body();
    assertThat(again)
        .contains("The shop&#39;s server", "…" + secret.substring(secret.length() - 4));
    assertThat(again).doesNotContain(secret);
  }

  @Test
  void a_publishable_key_can_be_seen_at_any_time() {
    owner.follow(create(owner, "The web shop", "publishable"));

    assertThat(owner.get(KEYS).body()).contains("The web shop").contains(newest().plain().get());
  }

  @Test
  void a_restricted_key_is_created_and_its_rights_and_use_are_listed() {
    var fields =
        Map.of(
            "name", "Support tool",
            "kind", "restricted",
            "scopes", "payments:*",
            "daily_limits", "payments:create<=500000 usd/day\npayments:create<=20/day",
            "addresses", "127.0.0.0/8",
            "expires_in", "2592000");
    String secret = once(owner.follow(owner.submit(KEYS, KEYS, fields)));
    try (var client = new TestClient(florin.app().port(), secret)) {
      client.post("/v2/payments", TestApp.payment(1200, "4242424242424242"));
      assertThat(client.get("/v2/refunds").text("/error/code")).isEqualTo("scope_missing");
    }

    assertThat(owner.get(KEYS).body())
        .contains(
            "payments:read, payments:create, 3 more",
            "payments:read, payments:create, payments:update, payments:capture, payments:cancel",
            "payments:create: $12.00 of $5,000.00",
            "payments:create: 1 of 20",
            "127.0.0.0/8");
    Reply rolled = owner.follow(act(newest(), "roll", Map.of("expires_in", "86400")));
    assertThat(rolled.body()).contains("A key that has an end").doesNotContain("id=\"once\"");
  }

  @Test
  void a_revocation_shows_and_audits_the_keys_that_end_with_the_key() {
    String secret = once(owner.follow(create(owner, "Maker", "secret")));
    ApiKey maker = newest();
    try (var client = new TestClient(florin.app().port(), secret)) {
      for (String name : List.of("First child", "Second child")) {
        client.post("/v2/keys", "{\"name\": \"%s\", \"scopes\": [\"*:read\"]}".formatted(name));
      }
    }
    assertThat(owner.get(KEYS).body())
        .contains(
            "Revoke “Maker” and 2 keys created with it?",
            "This also revokes 2 keys created with it.",
            "“Maker”, and ends with it");

    Reply done = owner.follow(act(maker, "revoke", Map.of()));

    assertThat(done.body()).contains("“Maker” and 2 keys created with it were revoked.");
    assertThat(
            florin.query(
                "SELECT k.name FROM audit_entry a JOIN api_key k ON a.detail LIKE '%…' || k.last4 WHERE a.action = 'key.revoke' AND a.user_id IS NOT NULL AND (k.id = ?::uuid OR k.parent_id = ?::uuid) ORDER BY a.number",
                maker.id().uuid().toString(), maker.id().uuid().toString()))
        .containsExactly("Maker", "First child", "Second child");
  }

  @Test
  void an_owner_sets_the_origins_of_a_publishable_key() {
    owner.follow(create(owner, "Card shop", "publishable"));
    ApiKey key = newest();
    String page = CardFieldsPages.PATH.replace("{id}", key.id().text());
    assertThat(owner.get(KEYS).body()).contains(page);

    Reply wrong = owner.submit(page, page, Map.of("allowed_origins", "https://shop.example/cart"));
    assertThat(wrong.body())
        .contains("Must be at most 20 origins", "https://shop.example/cart</textarea>");
    Reply done =
        owner.follow(
            owner.submit(
                page,
                page,
                Map.of("allowed_origins", "https://shop.example\nhttp://localhost:3000")));

    assertThat(done.body())
        .contains(
            "Allowed origins saved.", "https://shop.example\nhttp://localhost:3000</textarea>")
        .contains("florin.js\" integrity=\"" + FlorinScriptApi.INTEGRITY);
    assertThat(florin.app().accounts().findKey(key.id()).orElseThrow().origins())
        .extracting(PageOrigin::text)
        .containsExactly("https://shop.example", "http://localhost:3000");
    assertThat(
            florin.query(
                "SELECT action || ' ' || detail FROM audit_entry WHERE object = ? ORDER BY number",
                key.id().text()))
        .endsWith("key.change_origins 2 origins");
    owner.follow(create(owner, "No card shop", "secret"));
    assertThat(owner.get(CardFieldsPages.PATH.replace("{id}", newest().id().text())).status())
        .isEqualTo(404);
  }

  @Test
  void the_form_has_the_scopes_that_another_key_used() {
    String secret = once(owner.follow(create(owner, "A plugin", "secret")));
    ApiKey plugin = newest();
    String like = KEYS + "?dialog=create&like=" + plugin.id();
    assertThat(owner.get(like).body()).contains("has no request of “A plugin”");

    assertThat(status(secret)).isEqualTo(200);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() ->
            assertThat(owner.get(like).body())
                .contains("Scopes of 1 logged request of “A plugin”", "value=\"payments:read\""));
    assertThat(owner.get(KEYS).body()).contains("like=" + plugin.id());
  }

  @Test
  void a_key_without_a_name_is_not_created() {
    int before = keys();

    Reply reply = create(owner, "", "secret");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.body()).contains("Please fill in this field.");
    assertThat(create(owner, "A name", "golden").status()).isEqualTo(422);
    assertThat(keys()).isEqualTo(before);
  }

  @Test
  void a_rolled_key_works_during_the_overlap_with_its_successor() {
    String old = once(owner.follow(create(owner, "To be rolled", "secret")));
    ApiKey key = newest();

    String fresh = once(owner.follow(act(key, "roll", Map.of("expires_in", "86400"))));

    assertThat(status(old)).isEqualTo(200);
    assertThat(status(fresh)).isEqualTo(200);
    assertThat(owner.get(KEYS).body()).contains("Expiring");
    Reply twice = owner.follow(act(key, "roll", Map.of("expires_in", "86400")));
    assertThat(twice.body()).contains("was rolled already");
    Reply tooLong = owner.follow(act(newest(), "roll", Map.of("expires_in", "604801")));
    assertThat(tooLong.body()).contains("Choose one of the offered times.");
  }

  @Test
  void a_revoked_key_is_rejected_and_stays_in_the_list() {
    String secret = once(owner.follow(create(owner, "To be revoked", "secret")));
    ApiKey key = newest();

    Reply revoked = owner.follow(act(key, "revoke", Map.of()));

    assertThat(revoked.body()).contains("“To be revoked” was revoked.");
    assertThat(owner.follow(act(key, "revoke", Map.of())).body())
        .contains("This key has already been revoked or has expired.");
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> status(secret) == 401);
  }

  @Test
  void a_key_of_another_account_or_mode_returns_404() {
    var other = florin.app().accounts().create("Another company");
    String token = DashboardClient.formToken(owner.get(KEYS));

    for (String verb : new String[] {"roll", "revoke"}) {
      String path = KEYS + "/" + other.testSecret().key().id() + "/" + verb;
      Reply reply = owner.post(KEYS, path, token, Map.of("expires_in", "0"));
      assertThat(reply.status()).isEqualTo(404);
    }
    assertThat(status(other.testSecret().text().reveal())).isEqualTo(200);
    assertThat(owner.get(KEYS).body()).doesNotContain(other.testSecret().key().last4() + "<");
  }

  @Test
  void a_live_key_requires_the_password_again() {
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      admin.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      int before = keys();
      var fields = Map.of("name", "Real money", "kind", "secret");

      Reply question = admin.submit(KEYS, KEYS, fields);
      assertThat(question.status()).isEqualTo(403);
      assertThat(question.body()).contains("Confirm your identity", "value=\"Real money\"");
      String token = DashboardClient.formToken(question);
      Reply wrong = admin.post(KEYS, KEYS, token, with(fields, "not the password"));
      assertThat(wrong.body()).contains("Wrong password.");
      assertThat(keys()).isEqualTo(before);

      Reply made = admin.post(KEYS, KEYS, token, with(fields, PASSWORD));
      Reply shown = admin.follow(made);
      assertThat(shown.body())
          .satisfiesAnyOf(
              body -> assertThat(body).contains("sk_live_"),
              body -> assertThat(body).contains("Live keys can't be created with this database"));
    }
  }

  @Test
  void rolling_and_revoking_a_live_key_requires_the_password() {
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      create(admin, "Rolled in live mode", "publishable");
      String id =
          florin
              .query(
                  "UPDATE api_key SET realm_id = realm_id + 1 WHERE name = 'Rolled in live mode' RETURNING id::text")
              .getFirst();
      admin.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      int before = keys();
      String key = KEYS + "/" + new KeyId(UUID.fromString(id));

      assertThat(admin.submit(KEYS, key + "/roll", Map.of("expires_in", "0")).body())
          .contains("Confirm your identity");
      assertThat(admin.submit(KEYS, key + "/revoke", Map.of()).body())
          .contains("Confirm your identity");

      assertThat(keys()).isEqualTo(before);
      assertThat(admin.get(KEYS).body()).contains("Active", "Rolled in live mode");
    }
  }

  @Test
  void an_owner_allows_live_settings_for_keys_with_the_password_and_it_is_audited() {
    var keys = SpecialKeys.ofNewAccount(florin);
    String connectors = "/v2/connectors";
    try (var boss = DashboardClient.of(florin, Role.OWNER);
        var admin = DashboardClient.of(florin, Role.ADMIN);
        var live =
            new TestClient(
                florin.app().port(),
                SpecialKeys.live(florin, florin.realm(), Realm.of(1, Mode.LIVE)))) {
      boss.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      admin.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      assertThat(admin.get(KEYS).body()).doesNotContain("Allow changes with API keys");
      String token = DashboardClient.formToken(admin.get(KEYS));
      Reply forbidden = admin.post(KEYS, KeyPages.LIVE_SETTINGS, token, Map.of("allowed", "yes"));
      assertThat(forbidden.status()).isEqualTo(403);
      florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      Reply question = boss.submit(KEYS, KeyPages.LIVE_SETTINGS, Map.of("allowed", "yes"));
      assertThat(question.body()).contains("Confirm your identity");
      assertThat(live.post(connectors, "{}").status()).isEqualTo(403);

      boss.submit(
          KEYS, KeyPages.LIVE_SETTINGS, Map.of("allowed", "yes", ConfirmView.FIELD, PASSWORD));

      assertThat(live.post(connectors, "{}").status()).isEqualTo(400);
      assertThat(boss.get(KEYS).body()).contains("Stop changes with API keys");
      try (var other = new TestClient(florin.app().port(), keys.live())) {
        assertThat(other.post(connectors, "{}").status()).isEqualTo(403);
      }
      boss.submit(KEYS, KeyPages.LIVE_SETTINGS, Map.of("allowed", "no"));
      assertThat(live.post(connectors, "{}").status()).isEqualTo(403);
    }
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'live_settings.allow_keys' AND outcome = 'done' ORDER BY number"))
        .containsExactly("allowed", "not allowed");
    assertThat(florin.app().team().audit().verify(1)).isEmpty();
  }

  /** A member can switch the mode in another window. */
  @Test
  void a_key_created_during_a_switch_of_modes_is_shown_once_and_every_page_opens() {
    String token = DashboardClient.formToken(owner.get(KEYS));
    Reply made = create(owner, "In two windows", "secret");
    owner.post(KEYS, "/dashboard/mode", token, Map.of("mode", "live"));
    try {
      Reply shown = owner.follow(made);

      assertThat(shown.status()).as(shown.body()).isEqualTo(200);
      assertThat(status(once(shown))).isEqualTo(200);
      assertThat(owner.get(KEYS).body()).doesNotContain("id=\"once\"");
    } finally {
      owner.post(KEYS, "/dashboard/mode", token, Map.of("mode", "test"));
    }
  }

  @Test
  void a_secret_that_can_no_longer_be_opened_is_omitted_and_the_pages_open() {
    Reply made = create(owner, "Lost", "secret");
    florin.update("UPDATE session SET id = gen_random_uuid() WHERE once IS NOT NULL");

    Reply shown = owner.follow(made);

    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body()).contains("Key created.").doesNotContain("id=\"once\"");
  }

  private static Map<String, String> with(Map<String, String> fields, String password) {
    var all = new HashMap<>(fields);
    all.put(ConfirmView.FIELD, password);
    return all;
  }

  private Reply create(DashboardClient client, String name, String kind) {
    return client.submit(KEYS, KEYS, Map.of("name", name, "kind", kind));
  }

  private Reply act(ApiKey key, String verb, Map<String, String> fields) {
    String token = DashboardClient.formToken(owner.get(KEYS));
    return owner.post(KEYS, KEYS + "/" + key.id() + "/" + verb, token, fields);
  }

  private ApiKey newest() {
    return florin.app().accounts().listKeys(Realm.of(1, Mode.TEST)).stream()
        .max(Comparator.comparing(key -> key.id().text()))
        .orElseThrow();
  }

  private int keys() {
    return florin.query("SELECT 1 FROM api_key").size();
  }

  private int status(String secret) {
    try (var client = new TestClient(florin.app().port(), secret)) {
      return client.get("/v2/payments").status();
    }
  }

  private static String once(Reply page) {
    Matcher found = ONCE.matcher(page.body());
    assertThat(found.find()).as(page.body()).isTrue();
    return found.group(1);
  }

  /** The test database rejects live keys, so the test moves one to live mode with SQL. */
  @Test
  void a_new_live_key_warns_that_live_payments_do_not_work_yet() {
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      create(admin, "Live by hand", "publishable");
      String id =
          florin
              .query(
                  "UPDATE api_key SET realm_id = realm_id + 1 WHERE name = 'Live by hand' RETURNING id::text")
              .getFirst();
      admin.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      String path = KEYS + "/" + new KeyId(UUID.fromString(id)) + "/roll";

      Reply rolled = admin.submit(KEYS, path, Map.of("expires_in", "0"));

      assertThat(admin.follow(rolled).body()).contains("Live payments do not work yet");
    }
  }
}
