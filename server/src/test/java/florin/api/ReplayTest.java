package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.books.LedgerChecks;
import florin.db.Db;
import florin.idempotency.Idempotency;
import florin.idempotency.SealedAnswers;
import florin.payment.execution.CrashPoint;
import florin.testing.BankObjects;
import florin.testing.Dump;
import florin.testing.EngagedBrake;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderKind;
import florin.vault.KeyRotation;
import florin.vault.Keyring;
import florin.vault.Rewrapping;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import florin.webhook.RetentionStore;
import florin.webhook.SealedSecretStore;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A repeated request returns the first response byte for byte, on every route that accepts an
 * idempotency key. Later changes to the object, the keys, the service's address and the events
 * don't change this response.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class ReplayTest {
  private static final String GOOD = "4242424242424242";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Metadata that looks like the fields that Florin inserts into a stored response. */
  private static final String METADATA =
      "{\"client_secret\": \"null\", \"x\": \"\\\",\\\"client_secret\\\":null,\\\"y\\\":\\\"\"}";

  private final List<Asked> asked = new ArrayList<>();
  private final Provider provider = new Provider();
  private TestApp florin;
  private TestClient browser;

  /** A request with its idempotency key and its first response. */
  private record Asked(
      String route, String path, String body, String key, boolean byBrowser, Reply first) {}

  @BeforeAll
  void askAllAndChangeWhatWasMade() {
    florin =
        TestApp.open(
            CrashPoint.NONE,
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    browser = new TestClient(florin.app().port(), florin.publishableKey());
    String customer = askOfCustomers();
    askOfMethods(customer);
    askOfPayments(customer);
    askOfRefunds();
    askOfCheckout();
    askOfWebhooks();
    askOfFees();
    askOfKeys();
    askOfBanks();
    askOfConnectors();
    change(customer);
  }

  @AfterAll
  void close() {
    browser.close();
    florin.close();
    provider.close();
  }

  private String askOfCustomers() {
    String body = "{\"name\": \"Jo\", \"email\": \"jo@shop.example\", \"metadata\": " + METADATA;
    String customer = post("/v2/customers", "", body + "}").text("/id");
    post("/v2/customers/{id}", customer, "{\"name\": \"Joe Bloggs\"}");
    post("/v2/customers/{id}", customer, "{\"name\": \"Joe Bloggs\"}");
    patch("/v2/customers/{id}", customer, "{\"phone\": \"+15555550100\"}");
    florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/customers/" + post("/v2/customers", "", "{}").text("/id"))
                .DELETE()
                .build());
    return customer;
  }

  private void askOfKeys() {
    String publishable = florin.get("/v2/keys").texts("/data", "id").getFirst();
    post("/v2/keys/{id}", publishable, "{\"allowed_origins\": [\"https://shop.example\"]}");
    patch("/v2/keys/{id}", publishable, "{\"allowed_origins\": []}");
    String key =
        post("/v2/keys", "", "{\"name\": \"Books\", \"scopes\": [\"*:read\"]}").text("/id");
    post("/v2/keys/{id}/roll", key, "{\"expires_in\": 3600}");
    post("/v2/keys/{id}/revoke", key, "{}");
    String sandbox = post("/v2/sandboxes", "", "{\"name\": \"Renewals\"}").text("/id");
    post("/v2/sandboxes/{id}/advance", sandbox, "{\"to\": 1}");
    post("/v2/sandboxes/{id}/reset", sandbox, "{}");
    post("/v2/keys/{id}/revoke", key, "{}");
  }

  private void askOfMethods(String customer) {
    String card =
        "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}, \"metadata\": %s}"
            .formatted(GOOD, METADATA);
    ask("POST", "/v2/payment_methods", "", card, true);
    String method = post("/v2/payment_methods", "", card).text("/id");
    String attach = "{\"customer\": \"" + customer + "\"}";
    post("/v2/payment_methods/{id}/attach", method, attach);
    post("/v2/payment_methods/{id}/attach", method, attach);
    post("/v2/payment_methods/{id}", method, "{\"metadata\": {\"a\": \"b\"}}");
    patch("/v2/payment_methods/{id}", method, "{\"card\": {\"exp_year\": 2041}}");
    post("/v2/payment_methods/{id}/detach", method, "{}");
  }

  private void askOfPayments(String customer) {
    String paid = pay(GOOD, "\"metadata\": " + METADATA);
    pay(
        GOOD,
        "\"receipt_email\": \"jo@shop.example\", \"save_payment_method\": true, \"customer\": \""
            + customer
            + "\"");
    String given =
        pay(
            GOOD,
            "\"save_payment_method\": true, \"mandate\": {\"text\": \"I agree.\"}, \"customer\": \""
                + customer
                + "\"");
    String method = florin.get("/v2/payments/" + given).text("/payment_method/id");
    String mandate = florin.get("/v2/payment_methods/" + method).text("/mandate");
    post("/v2/mandates/{id}/revoke", mandate, "{}");
    post("/v2/mandates/{id}/revoke", mandate, "{}");
    setUp(GOOD, customer);
    setUp("4000000000000002", customer);
    post("/v2/setups/{id}/cancel", setUp("4000000000003220", customer), "{}");
    pay("4000000000000002", "\"description\": \"declined\"");
    pay("4242424242424241", "\"description\": \"wrong\"");
    pay("4000000000003220", "\"return_url\": \"https://shop.example/back\"");
    pay("4000000000840118", "\"description\": \"pending\"");
    pay("4000000000840050", "\"description\": \"link down\"");
    post("/v2/payments/{id}", paid, "{\"description\": \"told\"}");
    post("/v2/payments/{id}", paid, "{\"description\": \"told\"}");
    patch("/v2/payments/{id}", paid, "{\"receipt_email\": \"joe@shop.example\"}");
    String manual = "\"capture_method\": \"manual\"";
    String captured = pay(GOOD, manual);
    post("/v2/payments/{id}/capture", captured, "{\"amount\": 400}");
    post("/v2/payments/{id}/capture", captured, "{}");
    post("/v2/payments/{id}/capture", pay("4000000000840134", manual), "{}");
    post("/v2/payments/{id}/cancel", pay(GOOD, manual), "{\"cancellation_reason\": \"duplicate\"}");
    post("/v2/payments/{id}/cancel", paid, "{}");
  }

  private void askOfRefunds() {
    String refunded = refund(pay(GOOD, "\"description\": \"refunded\""), 300);
    refund(pay("4000000000007726", "\"description\": \"refund pending\""), 300);
    refund(pay(GOOD, "\"description\": \"too little\""), 2000);
    post("/v2/refunds/{id}", refunded, "{\"metadata\": " + METADATA + "}");
    patch("/v2/refunds/{id}", refunded, "{\"metadata\": {\"a\": \"c\"}}");
    post("/v2/refunds/{id}/cancel", refunded, "{}");
  }

  private void askOfCheckout() {
    String body =
        "{\"amount\": 700, \"currency\": \"usd\", \"success_url\": \"https://shop.example/\", \"cancel_url\": \"https://shop.example/\", \"metadata\": "
            + METADATA
            + "}";
    String session = post("/v2/checkout_sessions", "", body).text("/id");
    post("/v2/checkout_sessions/{id}/expire", session, "{}");
    String link =
        post("/v2/payment_links", "", "{\"amount\": 700, \"currency\": \"usd\"}").text("/id");
    post("/v2/payment_links/{id}", link, "{\"active\": false}");
    patch("/v2/payment_links/{id}", link, "{\"description\": \"told\"}");
  }

  private void askOfWebhooks() {
    String event = florin.get("/v2/events?type=customer.created").texts("/data", "id").getFirst();
    String url = "{\"url\": \"http://127.0.0.1:9/hook\", \"metadata\": " + METADATA + "}";
    String endpoint = post("/v2/webhook_endpoints", "", url).text("/id");
    post("/v2/webhook_endpoints/{id}", endpoint, "{\"description\": \"told\"}");
    patch("/v2/webhook_endpoints/{id}", endpoint, "{\"description\": \"told\"}");
    post("/v2/webhook_endpoints/{id}/rotate_secret", endpoint, "{}");
    post("/v2/webhook_endpoints/{id}/test", endpoint, "{}");
    post("/v2/webhook_endpoints/{id}/replay", endpoint, "{\"since\": 1}");
    post("/v2/events/{id}/resend", event, "{}");
    String header = "\"header\": \"t=1700000000,v1=" + "0".repeat(64) + "\", ";
    String secret = "\"secret\": \"whsec_" + "a".repeat(44) + "\"";
    post("/v2/webhook_endpoints/verify", "", "{" + header + "\"body\": \"{}\", " + secret + "}");
  }

  private void askOfFees() {
    String made =
        post("/v2/fee_contracts", "", "{\"connector\": \"simulator\", \"percent\": \"1.4\"}")
            .text("/id");
    post("/v2/fee_contracts/{id}/end", made, "{\"valid_until\": \"2100-01-01\"}");
  }

  private void askOfBanks() {
    String made = post("/v2/receiving_accounts", "", TestApp.ACCOUNT).text("/id");
    post("/v2/receiving_accounts/{id}", made, "{\"holder\": \"Shop Ltd\"}");
    patch("/v2/receiving_accounts/{id}", made, "{\"statement_format\": \"mt940\"}");
    post("/v2/receiving_accounts/{id}/disable", made, "");
    post("/v2/receiving_accounts/{id}/enable", made, "");
    var objects = BankObjects.of(florin.client());
    String transfer = "{\"payment\": \"" + waiting() + "\", \"kind\": \"short\"}";
    post("/v2/test/bank_transfers", "", transfer);
    String payout = LedgerChecks.payOut(florin.client());
    post("/v2/payouts/{id}/confirm", payout, "{}");
    post("/v2/bank_entries/{id}/unassign", BankObjects.entryOfPayout(florin.client()), "");
    pay("4000000000000259", "\"description\": \"disputed\"");
    String dispute = florin.get("/v2/disputes").text("/data/0/id");
    post("/v2/disputes/{id}/evidence", dispute, "{\"customer_name\": \"Ada\"}");
    post("/v2/disputes/{id}/submit", dispute, "");
    pay("4000000000000259", "\"description\": \"accepted\"");
    post("/v2/disputes/{id}/accept", florin.get("/v2/disputes").text("/data/0/id"), "");
    post("/v2/test/disputes/{id}/lose", dispute, "{}");
    post("/v2/test/disputes/{id}/win", dispute, "{}");
    post("/v2/brakes/{id}/release", EngagedBrake.in(florin), "{}");
    for (String list : List.of("/v2/lists/block", "/v2/lists/allow")) {
      post(list, "", "{\"kind\": \"card_bin\", \"value\": \"999999\"}");
    }
    post("/v2/test/settlements", "", "{}");
    post("/v2/balance_report/close", "", "{\"month\": \"2026-01\"}");
    post("/v2/balance/refresh", "", "{}");
    for (String held : List.of("/v2/customer_credits/{id}", "/v2/unmatched_transfers/{id}")) {
      post(
          held + "/assign",
          Objects.requireNonNull(objects.get(held)),
          "{\"payment\": \"" + waiting() + "\"}");
    }
    String account = BankObjects.accountToOrder(florin.client());
    String order =
        post("/v2/payment_files", "", "{\"receiving_account\": \"" + account + "\"}").text("/id");
    post("/v2/test/payment_files", "", "{\"payment_file\": \"" + order + "\"}");
    BankObjects.accountToOrder(florin.client());
    String rejected =
        florin
            .post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}")
            .text("/id");
    post("/v2/payment_files/{id}/reject", rejected, "");
    var others = BankObjects.of(florin.client());
    for (String held : List.of("/v2/customer_credits/{id}", "/v2/unmatched_transfers/{id}")) {
      post(held + "/return", Objects.requireNonNull(others.get(held)), "");
    }
    String twice =
        Objects.requireNonNull(BankObjects.of(florin.client()).get("/v2/unmatched_transfers/{id}"));
    florin.update(
        "UPDATE unapplied_funds SET reason = 'possible_duplicate' WHERE reason = 'no_reference'");
    post("/v2/unmatched_transfers/{id}/dismiss", twice, "");
  }

  private String waiting() {
    return florin
        .post(
            "/v2/payments",
            "{\"amount\": 90000, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}")
        .text("/id");
  }

  /**
   * Calls the connector routes. This runs last, because an enabled connector would get the
   * payments.
   */
  private void askOfConnectors() {
    String settings = "\"settings\": {\"address\": \"" + provider.address() + "\"}";
    String key = "\"credentials\": {\"key\": \"" + Provider.API_KEY + "\"}";
    String made =
        post("/v2/connectors", "", "{\"kind\": \"test_provider\", " + settings + "}").text("/id");
    post("/v2/connectors/{id}", made, "{" + key + "}");
    patch("/v2/connectors/{id}", made, "{\"name\": \"Main\"}");
    post("/v2/connectors/{id}/check", made, "");
    post("/v2/connectors/{id}/enable", made, "");
    post("/v2/connectors/{id}/disable", made, "");
  }

  /** Changes or deletes every object that a response shows. */
  private void change(String customer) {
    var other = "{\"metadata\": {\"changed\": \"since\"}}";
    florin.post("/v2/customers/" + customer, other);
    for (String list : List.of("payments", "refunds")) {
      for (String id : florin.get("/v2/" + list + "?limit=100").texts("/data", "id")) {
        assertThat(florin.post("/v2/" + list + "/" + id, other).status()).isEqualTo(200);
      }
    }
    for (String id : florin.get("/v2/payments?limit=100&status=succeeded").texts("/data", "id")) {
      florin.post("/v2/refunds", "{\"payment\": \"" + id + "\"}");
    }
    for (String id : florin.get("/v2/connectors").texts("/data", "id")) {
      florin.post("/v2/connectors/" + id, "{\"credentials\": {\"key\": null}}");
    }
    for (String id : florin.get("/v2/receiving_accounts").texts("/data", "id")) {
      florin.post("/v2/receiving_accounts/" + id, "{\"holder\": \"Another\"}");
    }
    for (String id : florin.get("/v2/payment_links").texts("/data", "id")) {
      florin.post("/v2/payment_links/" + id, other);
    }
    for (String id : florin.get("/v2/webhook_endpoints").texts("/data", "id")) {
      florin.post("/v2/webhook_endpoints/" + id + "/rotate_secret", "{}");
      florin.post("/v2/webhook_endpoints/" + id, other);
    }
  }

  @Test
  @Order(0)
  void every_route_with_idempotency_keys_is_tested() {
    Stream<String> keyed =
        florin.app().routes().table().stream()
            .filter(Route::heedsIdempotencyKey)
            .map(route -> route.method() + " " + route.template());
    assertThat(asked.stream().map(Asked::route).distinct())
        .containsExactlyInAnyOrderElementsOf(keyed.toList());
    assertThat(asked.stream().map(one -> one.first().status()).distinct())
        .containsExactlyInAnyOrder(200, 400, 402);
  }

  /**
   * Counts only the requests with a key. A payment without a key gets an idempotency record under
   * its own ID. Whether this record's event exists depends on time: if the payment takes longer
   * than half a second, Florin writes it before its outcome, with another event.
   */
  @Test
  @Order(0)
  void the_content_of_an_event_is_not_stored_again() {
    assertThat(
            florin.query(
                "SELECT e.type || ' ' || count(*) FROM idempotency i JOIN event e ON e.id = i.event_id WHERE i.id <> i.resource_id GROUP BY e.type"))
        .containsExactlyInAnyOrder(
            "brake.released 1",
            "checkout_session.expired 1",
            "customer_credit.updated 2",
            "unmatched_transfer.updated 3",
            "customer.created 2",
            "customer.updated 2",
            "payment.amount_capturable_updated 3",
            "payment.canceled 1",
            "payment.processing 1",
            "payment.requires_action 1",
            "payment.succeeded 9",
            "payment.updated 2",
            "payment_method.attached 1",
            "payment_method.updated 2",
            "payment_method.detached 1",
            "mandate.revoked 1",
            "refund.updated 3",
            "payout.arrived 1",
            "setup.succeeded 1",
            "setup.requires_action 1",
            "setup.canceled 1");
  }

  @Test
  @Order(1)
  void the_object_changed() {
    assertReplays(florin);
  }

  @Test
  @Order(2)
  void florin_is_reached_at_another_address() {
    try (TestApp moved =
        florin.openAnotherNodeWith(usual ->
            Records.with(usual, "baseUrl", Optional.of(URI.create("https://pay.example"))))) {
      assertThat(moved.get("/v2/payments?status=requires_action").body())
          .contains("https://pay.example/challenges/");
      assertReplays(moved);
    }
  }

  @Test
  @Order(3)
  void the_vaults_key_is_replaced_and_the_old_one_is_removed() {
    try (var db = new Db(florin.database())) {
      var rotation = new KeyRotation(db, florin.keysFile(), new SecureRandom());
      Keyring begun = rotation.begin();
      await().atMost(PATIENCE).until(() -> rotation.lacking(begun).isEmpty());
      rotation.changeOver(begun);
      await().atMost(PATIENCE).until(() -> rotation.behind(begun).isEmpty());
      Keyring current = rotation.keyring();
      rotation.finish(current);
      var seal = new SecretSeal(() -> current, new SecureRandom());
      List<SealedThings> secrets =
          List.of(
              new SealedSecretStore(db, seal, current.currentVersion()),
              SealedAnswers.of(db, seal, current.currentVersion()));
      secrets.forEach(kind -> Rewrapping.run(kind, _ -> {}));
      assertThatCode(() -> rotation.retire(1, secrets)).doesNotThrowAnyException();
      await().atMost(PATIENCE).until(() -> rotation.lacking(rotation.keyring()).isEmpty());
    }
    assertReplays(florin);
  }

  @Test
  @Order(4)
  void events_reach_the_shortest_retention_and_keys_are_about_to_expire() {
    Instant end = Instant.now().plus(Idempotency.KEPT);
    try (var db = new Db(florin.database())) {
      var store = new RetentionStore(db);
      store.deleteEventsBefore(end.minus(Idempotency.EVENTS_NEEDED));
    }
    assertReplays(florin);
  }

  @Test
  @Order(4)
  void responses_were_stored_as_bytes_by_the_previous_version() {
    Asked made =
        asked.stream().filter(one -> one.route().equals("POST /v2/customers")).findFirst().get();
    String id = made.first().text("/id");
    assertThat(
            florin.update(
                "UPDATE idempotency SET event_id = NULL, body = ? WHERE event_id = (SELECT id FROM event WHERE type = 'customer.created' AND body LIKE ?)",
                made.first().body(),
                "%" + id + "%"))
        .isEqualTo(1);
    assertReplays(florin);
  }

  @Test
  @Order(5)
  void the_database_was_restored_from_a_dump() {
    florin.close();
    Dump.restore(florin);
    try (TestApp restored = florin.reopen()) {
      assertReplays(restored);
    }
  }

  private void assertReplays(TestApp node) {
    try (var client = new TestClient(node.app().port(), node.secretKey());
        var page = new TestClient(node.app().port(), node.publishableKey())) {
      var all = new SoftAssertions();
      for (Asked one : asked) {
        Reply again =
            send(one.byBrowser() ? page : client, one.route(), one.path(), one.body(), one.key());
        all.assertThat(again.isReplay()).as(one.route() + " is a replay").isTrue();
        all.assertThat(again.status()).as(one.route()).isEqualTo(one.first().status());
        all.assertThat(again.body()).as(one.route()).isEqualTo(one.first().body());
      }
      all.assertAll();
    }
  }

  private String pay(String number, String more) {
    String card =
        "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040, \"cvc\": \"123\"}}"
            .formatted(number);
    return post(
            "/v2/payments",
            "",
            "{\"amount\": 1000, \"currency\": \"usd\", \"payment_method\": %s, %s}"
                .formatted(card, more))
        .payment();
  }

  private String setUp(String number, String customer) {
    String body =
        "{\"customer\": \"%s\", \"payment_method\": {\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}}"
            .formatted(customer, number);
    return post("/v2/setups", "", body).text("/id");
  }

  private String refund(String payment, int amount) {
    return post(
            "/v2/refunds", "", "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, amount))
        .text("/id");
  }

  private Reply post(String template, String id, String body) {
    return ask("POST", template, id, body, false);
  }

  private void patch(String template, String id, String body) {
    ask("PATCH", template, id, body, false);
  }

  private Reply ask(String method, String template, String id, String body, boolean byBrowser) {
    String route = method + " " + template;
    String path = template.replace("{id}", id);
    String key = "key-" + asked.size();
    Reply first = send(byBrowser ? browser : florin.client(), route, path, body, key);
    assertThat(first.status()).as(route + ": " + first.body()).isIn(200, 400, 402);
    assertThat(first.isReplay()).isFalse();
    asked.add(new Asked(route, path, body, key, byBrowser, first));
    return first;
  }

  private static Reply send(TestClient client, String route, String path, String body, String key) {
    HttpRequest request =
        client
            .request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method(route.substring(0, route.indexOf(' ')), BodyPublishers.ofString(body))
            .build();
    return client.send(request);
  }
}
