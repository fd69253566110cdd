package florin.api;

import static org.assertj.core.api.Assertions.assertThat;

import florin.account.Accounts;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Restricted keys through the API. No key can give more than it has. */
@TestInstance(Lifecycle.PER_CLASS)
class KeysApiTest {
  private static final String CARD = "4242424242424242";
  private static final String LIMITED =
      """
      {"name": "a maker", "scopes": ["keys:write", "refunds:create", "payments:create"],
       "daily_limits": ["refunds:create<=1000 usd/day", "payments:create<=5/day"],
       "addresses": ["127.0.0.0/8", "::1/128"], "expires_at": 4000000000}
      """;

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_key_is_created_with_its_secret_and_is_revoked() {
    Reply made = create("{\"name\": \"Books\", \"scopes\": [\"*:read\"]}");
    String secret = made.text("/secret");
    assertThat(secret).startsWith("rk_test_");
    try (var client = new TestClient(florin.app().port(), secret)) {
      assertThat(client.get("/v2/payments").status()).isEqualTo(200);
      assertThat(client.post("/v2/keys", "{}").status()).isEqualTo(403);

      Reply revoked = florin.post("/v2/keys/" + made.text("/id") + "/revoke", "{}");
      assertThat(revoked.text("/status")).as(revoked.body()).isEqualTo("revoked");
      Awaitility.await()
          .untilAsserted(() -> assertThat(client.get("/v2/payments").status()).isEqualTo(401));
    }
    assertThat(florin.get("/v2/keys").body()).contains(made.text("/id")).doesNotContain(secret);
    assertThat(
            florin.query(
                "SELECT action || ' ' || outcome FROM audit_entry WHERE object = ? ORDER BY number",
                made.text("/id")))
        .containsExactly("key.create done", "key.revoke done");
  }

  @Test
  void the_origins_of_a_publishable_key_are_set_and_audited() {
    String id =
        florin
            .get("/v2/keys?limit=100")
            .body()
            .replaceFirst(
                ".*\"id\":\"(key_[0-9a-z]+)\",\"object\":\"key\",\"kind\":\"publishable\".*", "$1");
    Reply set =
        origins(
            id,
            "\"https://shop.example\", \"https://shop.example:443\", \"http://localhost:3000\"");
    assertThat(set.body())
        .contains("\"allowed_origins\":[\"https://shop.example\",\"http://localhost:3000\"]");
    assertThat(
            florin.query(
                "SELECT action || ' ' || outcome FROM audit_entry WHERE object = ? ORDER BY number",
                id))
        .endsWith("key.change_origins done");

    for (String wrong :
        List.of("https://*.example", "https://shop.example/", "http://shop.example")) {
      assertThat(origins(id, "\"" + wrong + "\"").text("/error/param"))
          .isEqualTo("allowed_origins[0]");
    }
    assertThat(origins(id, "\"https://a.example\",".repeat(20) + "\"https://b.example\"").status())
        .isEqualTo(400);
    String restricted = create("{\"name\": \"no page\", \"scopes\": [\"*:read\"]}").text("/id");
    assertThat(origins(restricted, "\"https://shop.example\"").text("/error/message"))
        .contains("Only a publishable key", "nothing was changed");
    assertThat(florin.get("/v2/keys/" + id).body())
        .contains("\"allowed_origins\":[\"https://shop.example\",");
    assertThat(florin.post("/v2/keys/" + id, "{}").body())
        .contains("\"allowed_origins\":[\"https://shop.example\",");
    assertThat(origins(id, "").body()).contains("\"allowed_origins\":[]");
  }

  private Reply origins(String key, String origins) {
    return florin.post("/v2/keys/" + key, "{\"allowed_origins\": [" + origins + "]}");
  }

  @Test
  void a_repeated_request_returns_the_same_secret_and_creates_one_key() {
    String body = "{\"name\": \"once\", \"scopes\": [\"payments:read\"]}";
    Reply first = florin.post("/v2/keys", body, "key-1");
    Reply again = florin.post("/v2/keys", body, "key-1");

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(florin.query("SELECT name FROM api_key WHERE name = 'once'")).hasSize(1);
    assertThat(florin.query("SELECT body FROM idempotency WHERE body IS NOT NULL").toString())
        .doesNotContain(first.text("/secret"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"scopes\": [\"payments:read\"]|scope_missing",
        "\"scopes\": [\"*:read\"]|scope_missing",
        "\"scopes\": [\"refunds:*\"]|scope_missing",
        "\"scopes\": [\"refunds:create\"], \"daily_limits\": [\"refunds:create<=1001 usd/day\"]|parameter_invalid",
        "\"scopes\": [\"refunds:create\"], \"daily_limits\": [\"refunds:create<=5 eur/day\"]|parameter_invalid",
        "\"scopes\": [\"payments:create\"], \"daily_limits\": [\"payments:create<=6/day\"]|parameter_invalid",
        "\"scopes\": [\"refunds:create\"], \"addresses\": [\"0.0.0.0/0\"]|parameter_invalid",
        "\"scopes\": [\"refunds:create\"], \"expires_at\": 4000000001|parameter_invalid"
      })
  void no_key_can_give_more_than_it_has(String more, String code) {
    try (var maker = new TestClient(florin.app().port(), create(LIMITED).text("/secret"))) {
      Reply refused = maker.post("/v2/keys", "{\"name\": \"more\", " + more + "}");

      assertThat(refused.text("/error/code")).as(refused.body()).isEqualTo(code);
    }
    assertThat(florin.query("SELECT name FROM api_key WHERE name = 'more'")).isEmpty();
  }

  @Test
  void a_child_inherits_limits_and_shares_their_use() {
    String paid = florin.post("/v2/payments", TestApp.payment(5000, CARD)).text("/id");
    try (var maker = new TestClient(florin.app().port(), create(LIMITED).text("/secret"))) {
      Reply child =
          maker.post("/v2/keys", "{\"name\": \"child\", \"scopes\": [\"refunds:create\"]}");
      assertThat(child.body())
          .contains("\"daily_limits\":[\"refunds:create<=1000 usd/day\"]")
          .contains("\"expires_at\":4000000000")
          .contains("\"127.0.0.0/8\"");
      try (var refunder = new TestClient(florin.app().port(), child.text("/secret"))) {
        assertThat(refund(refunder, paid, 700).status()).isEqualTo(200);
      }
      assertThat(refund(maker, paid, 301).text("/error/code")).isEqualTo("daily_limit_reached");
      assertThat(refund(maker, paid, 300).status()).isEqualTo(200);
    }
  }

  @Test
  void a_restricted_key_changes_no_key_with_more_rights() {
    String books = create("{\"name\": \"more\", \"scopes\": [\"*:read\"]}").text("/id");
    String twin =
        create(
                """
                {"name": "twin", "scopes": ["refunds:create"], "daily_limits": ["refunds:create<=1000 usd/day"]}
                """)
            .text("/id");
    try (var maker = new TestClient(florin.app().port(), create(LIMITED).text("/secret"))) {
      for (String key : new String[] {books, twin}) {
        for (String action : new String[] {"roll", "revoke"}) {
          Reply refused = maker.post("/v2/keys/" + key + "/" + action, "{}");
          assertThat(refused.text("/error/code")).as(refused.body()).isEqualTo("scope_missing");
        }
      }
    }
    florin.update("DELETE FROM api_key WHERE name = 'more'");
  }

  @Test
  void a_rolled_key_has_a_successor_with_its_rights() {
    Reply old = create("{\"name\": \"rolled\", \"scopes\": [\"payments:read\"]}");
    Reply next = florin.post("/v2/keys/" + old.text("/id") + "/roll", "{\"expires_in\": 3600}");

    assertThat(next.status()).as(next.body()).isEqualTo(200);
    assertThat(next.text("/id")).isNotEqualTo(old.text("/id"));
    assertThat(next.body()).contains("\"scopes\":[\"payments:read\"]");
    assertThat(florin.get("/v2/keys/" + old.text("/id")).text("/status")).isEqualTo("expiring");
    assertThat(florin.post("/v2/keys/" + old.text("/id") + "/roll", "{}").status())
        .as("rolled again")
        .isEqualTo(400);
    String secretKey =
        florin
            .get("/v2/keys?limit=100")
            .json()
            .at("/data")
            .valueStream()
            .filter(key -> key.path("kind").asString("").equals("secret"))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asString("");
    assertThat(florin.post("/v2/keys/" + secretKey + "/roll", "{}").status())
        .as("a secret key")
        .isEqualTo(400);
  }

  @Test
  void a_revoked_key_ends_all_keys_that_were_created_with_it() {
    Reply maker = create("{\"name\": \"maker\", \"scopes\": [\"keys:write\", \"payments:read\"]}");
    Reply child = createdWith(maker, "child");
    Reply grandchild = createdWith(child, "grandchild");
    Reply rolled = florin.post("/v2/keys/" + child.text("/id") + "/roll", "{\"expires_in\": 0}");
    Reply other = create("{\"name\": \"other\", \"scopes\": [\"payments:read\"]}");

    florin.post("/v2/keys/" + maker.text("/id") + "/revoke", "{}");

    for (Reply ended : new Reply[] {maker, grandchild, rolled}) {
      assertThat(florin.get("/v2/keys/" + ended.text("/id")).text("/status")).isEqualTo("revoked");
      assertThat(actions(ended)).endsWith("key.revoke done");
    }
    assertThat(florin.get("/v2/keys/" + child.text("/id")).text("/status")).isEqualTo("expired");
    assertThat(florin.get("/v2/keys/" + other.text("/id")).text("/status")).isEqualTo("active");
    try (var client = new TestClient(florin.app().port(), rolled.text("/secret"))) {
      Awaitility.await()
          .untilAsserted(() ->
              assertThat(client.get("/v2/payments").text("/error/code"))
                  .isEqualTo("api_key_revoked"));
    }
  }

  @Test
  void a_revoked_key_ends_the_keys_that_it_rolled() {
    Reply leaked =
        create("{\"name\": \"leaked\", \"scopes\": [\"keys:write\", \"payments:read\"]}");
    Reply other = create("{\"name\": \"plugin\", \"scopes\": [\"payments:read\"]}");
    Reply rolled;
    try (var thief = new TestClient(florin.app().port(), leaked.text("/secret"))) {
      rolled = thief.post("/v2/keys/" + other.text("/id") + "/roll", "{\"expires_in\": 0}");
      assertThat(rolled.status()).as(rolled.body()).isEqualTo(200);
    }

    florin.post("/v2/keys/" + leaked.text("/id") + "/revoke", "{}");

    assertThat(florin.get("/v2/keys/" + rolled.text("/id")).text("/status")).isEqualTo("revoked");
  }

  @Test
  void a_rolled_key_leaves_its_children_to_its_successor() {
    Reply maker = create("{\"name\": \"old\", \"scopes\": [\"keys:write\", \"payments:read\"]}");
    Reply child = createdWith(maker, "child of the old one");
    Reply next = florin.post("/v2/keys/" + maker.text("/id") + "/roll", "{\"expires_in\": 0}");
    String path = "/v2/keys/" + child.text("/id");
    assertThat(florin.get(path).text("/status")).isEqualTo("active");

    florin.post("/v2/keys/" + next.text("/id") + "/revoke", "{}");

    assertThat(florin.get(path).text("/status")).isEqualTo("revoked");
  }

  /** As if the process ended between the two commits of a revocation. */
  @Test
  void a_key_with_a_revoked_parent_is_not_accepted_and_a_repeated_request_revokes_it() {
    Reply maker = create("{\"name\": \"gone\", \"scopes\": [\"keys:write\", \"payments:read\"]}");
    Reply child = createdWith(maker, "left");
    florin.update("UPDATE api_key SET revoked_at = now() WHERE name = 'gone'");
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
    try (var client = new TestClient(florin.app().port(), child.text("/secret"))) {
      Awaitility.await()
          .untilAsserted(() -> assertThat(client.get("/v2/payments").status()).isEqualTo(401));
    }
    assertThat(actions(child)).containsExactly("key.create done");

    florin.post("/v2/keys/" + maker.text("/id") + "/revoke", "{}");

    assertThat(actions(child)).containsExactly("key.create done", "key.revoke done");
  }

  @Test
  void beyond_the_limit_no_restricted_key_is_created() {
    Reply one = create("{\"name\": \"one\", \"scopes\": [\"payments:read\"]}");
    florin.update(
        """
        INSERT INTO api_key (id, realm_id, kind, scopes, daily_limits, addresses, lineage_id, name, hash, last4, created_at)
        SELECT gen_random_uuid(), ?, 'restricted', '{payments:read}', '{}', '{}', gen_random_uuid(), 'many', sha256(i::text::bytea), 'last', now()
          FROM generate_series(1, ?) i
        """,
        florin.realm().id(),
        Accounts.MAX_RESTRICTED - 1);
    try {
      Reply refused =
          florin.post("/v2/keys", "{\"name\": \"two\", \"scopes\": [\"payments:read\"]}");
      assertThat(refused.status()).as(refused.body()).isEqualTo(400);
      assertThat(refused.text("/error/code")).isEqualTo("key_limit_reached");
      String roll = "/v2/keys/" + one.text("/id") + "/roll";
      assertThat(florin.post(roll, "{\"expires_in\": 60}").text("/error/code"))
          .isEqualTo("key_limit_reached");
      assertThat(florin.post(roll, "{\"expires_in\": 0}").status()).isEqualTo(200);
      assertThat(florin.query("SELECT name FROM api_key WHERE name = 'two'")).isEmpty();
    } finally {
      florin.update("DELETE FROM api_key WHERE name = 'many'");
    }
  }

  private Reply createdWith(Reply maker, String name) {
    try (var client = new TestClient(florin.app().port(), maker.text("/secret"))) {
      Reply made =
          client.post(
              "/v2/keys",
              "{\"name\": \"%s\", \"scopes\": [\"keys:write\", \"payments:read\"]}"
                  .formatted(name));
      assertThat(made.status()).as(made.body()).isEqualTo(200);
      return made;
    }
  }

  private List<String> actions(Reply key) {
    return florin.query(
        "SELECT action || ' ' || outcome FROM audit_entry WHERE object = ? ORDER BY number",
        key.text("/id"));
  }

  private Reply create(String body) {
    Reply made = florin.post("/v2/keys", body);
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made;
  }

  private static Reply refund(TestClient client, String payment, long amount) {
    return client.post(
        "/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, amount));
  }
}
