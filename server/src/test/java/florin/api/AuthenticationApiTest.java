package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.account.Account;
import florin.account.Accounts;
import florin.account.Accounts.NewKey;
import florin.account.KeyText;
import florin.core.Caller.KeyKind;
import florin.core.Mode;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which API keys Florin accepts, and the errors for all others. */
@TestInstance(Lifecycle.PER_CLASS)
class AuthenticationApiTest {
  /**
   * A change reaches every node within about a second; the limit is generous, since no test is
   * timed.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String SOME_PAYMENT = "/v2/payments/pay_01h455vb4pex5vsknk084sn02q";

  private TestApp florin;
  private Accounts accounts;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    accounts = florin.app().accounts();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void bearer_and_basic_are_the_same() {
    assertThat(get("Bearer " + florin.secretKey()).status()).isEqualTo(404);
    assertThat(get(basic(florin.secretKey() + ":")).status()).isEqualTo(404);
    assertThat(get("bearer " + florin.secretKey()).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "'', api_key_missing",
    "Bearer, api_key_malformed",
    "Bearer sk_test_123, api_key_malformed",
    "Bearer hello, api_key_malformed",
    "Digest x, api_key_malformed",
    "Basic !!!, api_key_malformed",
    "Basic aGVsbG86d29ybGQ=, api_key_malformed"
  })
  void without_a_valid_key_it_returns_401_with_instructions(String authorization, String code) {
    Reply refused = get(authorization);
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.text("/error/type")).isEqualTo("authentication_error");
    assertThat(refused.text("/error/code")).isEqualTo(code);
    assertThat(refused.header("WWW-Authenticate")).isPresent();
    assertThat(refused.header("Request-Id")).contains(refused.text("/error/request_id"));
  }

  @Test
  void a_password_in_addition_to_the_key_returns_401() {
    assertThat(get(basic(florin.secretKey() + ":secret")).status()).isEqualTo(401);
  }

  @Test
  void a_key_of_another_installation_is_unknown() {
    try (TestApp other = TestApp.open()) {
      Reply refused = get("Bearer " + other.secretKey());
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.text("/error/code")).isEqualTo("api_key_unknown");
    }
  }

  @Test
  void a_publishable_key_cannot_call_these_routes() {
    Reply refused = get("Bearer " + florin.publishableKey());
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("/error/code")).isEqualTo("secret_key_required");
  }

  @Test
  void objects_of_another_account_do_not_exist() {
    String id = florin.post("/v2/payments", payment(500, "4242424242424242")).text("/id");
    Accounts.NewAccount other = accounts.create("Another merchant");
    Reply missing = get("Bearer " + other.testSecret().text().reveal(), "/v2/payments/" + id);
    Reply never = get("Bearer " + other.testSecret().text().reveal(), SOME_PAYMENT);
    assertThat(missing.status()).isEqualTo(404);
    assertThat(withoutRequestId(missing)).isEqualTo(withoutRequestId(never));
  }

  @Test
  void a_revoked_key_is_soon_rejected_on_every_node() {
    try (TestApp anotherNode = florin.openAnotherNode()) {
      NewKey key = accounts.createKey(florin.realm(), KeyKind.SECRET, "to be revoked");
      String bearer = "Bearer " + key.text().reveal();
      assertThat(get(bearer).status()).isEqualTo(404);
      assertThat(get(anotherNode, bearer, SOME_PAYMENT).status()).isEqualTo(404);
      accounts.revoke(key.key());
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() ->
              get(bearer).status() == 401
                  && get(anotherNode, bearer, SOME_PAYMENT).status() == 401);
      assertThat(get(bearer).text("/error/code")).isEqualTo("api_key_revoked");
    }
  }

  @Test
  void a_rolled_key_works_on_for_its_overlap_and_not_longer() {
    NewKey first = accounts.createKey(florin.realm(), KeyKind.SECRET, "to be rolled");
    NewKey second = accounts.roll(first.key(), Duration.ofDays(1));
    assertThat(get("Bearer " + first.text().reveal()).status()).isEqualTo(404);
    NewKey third = accounts.roll(second.key(), Duration.ZERO);
    await().atMost(PATIENCE).until(() -> get("Bearer " + second.text().reveal()).status() == 401);
    assertThat(get("Bearer " + second.text().reveal()).text("/error/code"))
        .isEqualTo("api_key_expired");
    assertThat(get("Bearer " + third.text().reveal()).status()).isEqualTo(404);
  }

  @Test
  void a_live_payment_is_rejected_without_a_live_connector() {
    Account account = accounts.list().getFirst();
    NewKey live = liveKey(account);
    Reply refused =
        florin
            .client()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + florin.app().port() + "/v2/payments"))
                    .header("Authorization", "Bearer " + live.text().reveal())
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(payment(100, "4242424242424242")))
                    .build());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
    assertThat(florin.query("SELECT id::text FROM payment WHERE realm_id % 2 = 1")).isEmpty();
  }

  /**
   * Creates a live key with SQL: Florin rejects live keys here, since the tests' PostgreSQL has
   * fsync off.
   */
  private NewKey liveKey(Account account) {
    NewKey test = accounts.createKey(account.realm(Mode.TEST), KeyKind.SECRET, "live by hand");
    var text = KeyText.make(KeyKind.SECRET, Mode.LIVE, new SecureRandom());
    florin.update(
        "UPDATE api_key SET realm_id = ?, hash = ? WHERE id = ?",
        account.realm(Mode.LIVE).id(),
        text.hash(),
        test.key().id().uuid());
    return new NewKey(test.key(), text);
  }

  @Test
  void live_keys_are_rejected_on_a_database_that_may_lose_commits() {
    Account account = accounts.list().getFirst();
    assertThatThrownBy(() -> accounts.createKey(account.realm(Mode.LIVE), KeyKind.SECRET, "live"))
        .hasMessageContaining("fsync");
  }

  @Test
  void the_last_use_of_a_key_is_recorded_when_the_node_stops() {
    TestApp node = florin.openAnotherNode();
    NewKey key = accounts.createKey(florin.realm(), KeyKind.SECRET, "used once");
    assertThat(get(node, "Bearer " + key.text().reveal(), SOME_PAYMENT).status()).isEqualTo(404);
    node.close();
    assertThat(accounts.findKey(key.key().id()).orElseThrow().lastUsed()).isPresent();
  }

  private Reply get(String authorization) {
    return get(authorization, SOME_PAYMENT);
  }

  private Reply get(String authorization, String path) {
    return get(florin, authorization, path);
  }

  private static Reply get(TestApp app, String authorization, String path) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + app.app().port() + path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return app.client().send(request.build());
  }

  private static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
  }

  private static String withoutRequestId(Reply reply) {
    return reply.body().replaceAll("req_[0-9a-z]{26}", "req_…");
  }

  @Test
  void a_live_card_is_rejected_before_any_part_is_stored() {
    NewKey live = liveKey(accounts.list().getFirst());
    try (var client = new TestClient(florin.app().port(), live.text().reveal())) {
      Reply refused =
          client.post(
              "/v2/payment_methods",
              "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}",
              "live-card");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
      assertThat(refused.text("/error/message")).contains("connector", "The card was not stored");
    }
    assertThat(florin.query("SELECT id::text FROM payment_method WHERE realm_id % 2 = 1"))
        .isEmpty();
    assertThat(florin.query("SELECT id::text FROM idempotency WHERE realm_id % 2 = 1")).isEmpty();
  }
}
