package florin.checkout;

import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The block list and the allow list, as merchants and payers see them. */
class ListsTest {
  private static final String CARD = "4242424242424242";
  private static final String OTHER = "5555555555554444";

  private TestApp florin;

  @BeforeEach
  void open() {
    florin = TestApp.open();
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void a_blocked_card_fails_before_the_network_is_asked() {
    String entry = block("card_fingerprint", fingerprint(CARD));

    Reply failed = florin.post("/v2/payments", TestApp.payment(1000, CARD));

    assertThat(failed.status()).isEqualTo(402);
    assertThat(failed.text("/error/decline_code")).isEqualTo("blocked_by_list");
    assertThat(failed.text("/error/message")).doesNotContainIgnoringCase("block");
    Reply payment = florin.get("/v2/payments/" + failed.text("/error/payment"));
    assertThat(payment.text("/status")).isEqualTo("failed");
    assertThat(payment.text("/risk/decisions/0/step")).isEqualTo("block");
    assertThat(payment.text("/risk/decisions/0/subject")).isEqualTo("card_fingerprint");
    assertThat(payment.text("/risk/decisions/0/list_entry")).isEqualTo(entry);
    assertThat(payment.has("/risk/decisions/0/cards")).isFalse();
    assertThat(attempts(payment)).isEmpty();
    assertThat(florin.post("/v2/payments", TestApp.payment(1000, OTHER)).status()).isEqualTo(200);
  }

  @Test
  void a_saved_card_its_mandate_and_a_setup_are_no_holes() {
    String customer = florin.post("/v2/customers", "{\"email\": \"ada@bad.example\"}").text("/id");
    String method = florin.post("/v2/payments", saving(customer)).text("/payment_method/id");
    String charge =
        "{\"amount\": 700, \"currency\": \"usd\", \"payment_method\": \"%s\", \"off_session\": true, \"reason\": \"unscheduled\"}"
            .formatted(method);
    assertThat(florin.post("/v2/payments", charge).status()).isEqualTo(200);

    String entry = block("card_bin", "42424242");
    assertBlocked(florin.post("/v2/payments", charge));
    assertBlocked(
        florin.post(
            "/v2/setups",
            "{\"customer\": \"%s\", \"payment_method\": %s}".formatted(customer, card())));
    String setup = florin.get("/v2/setups").text("/data/0/id");
    assertThat(florin.get("/v2/setups/" + setup).text("/risk/decisions/0/list_entry"))
        .isEqualTo(entry);
    assertThat(remove(entry).status()).isEqualTo(200);
    assertThat(florin.post("/v2/payments", charge).status()).isEqualTo(200);

    block("email_domain", "BAD.example");
    assertBlocked(florin.post("/v2/payments", charge));
  }

  @Test
  void a_blocked_address_sees_the_text_of_any_decline() {
    block("address", "127.0.0.0/16");
    var payer = Payer.of(florin);
    Reply session = Payer.session(florin, "");

    payer.pay(path(session), Payer.GOOD);

    String page = florin.get(path(session)).body();
    assertThat(page).contains("declined").doesNotContainIgnoringCase("block list");
    Reply payment =
        florin.get(
            "/v2/payments/"
                + florin.get("/v2/checkout_sessions/" + session.text("/id")).text("/payment"));
    assertThat(payment.text("/failure/decline_code")).isEqualTo("blocked_by_list");
    assertThat(payment.text("/risk/decisions/0/value")).isEqualTo("127.0.0.0/16");
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      Reply refused = browser.post("/v2/payment_methods", card());
      assertThat(refused.status()).isEqualTo(402);
      assertThat(refused.text("/error/decline_code")).isEqualTo("generic_decline");
    }
    assertThat(florin.post("/v2/payments", TestApp.payment(1000, CARD)).status()).isEqualTo(200);
  }

  @Test
  void a_publishable_key_tells_no_one_which_cards_are_blocked() {
    block("card_bin", "424242");
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      Reply stored = browser.post("/v2/payment_methods", card());
      assertThat(stored.status()).as(stored.body()).isEqualTo(200);
      assertBlocked(
          florin.post(
              "/v2/payments",
              "{\"amount\": 5, \"currency\": \"usd\", \"payment_method\": \"%s\"}"
                  .formatted(stored.text("/id"))));
    }
  }

  @Test
  void a_repeated_request_is_answered_as_before_its_address_was_blocked() {
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      Reply stored = browser.post("/v2/payment_methods", card(), "once");
      String entry = block("address", "127.0.0.1");
      assertThat(browser.post("/v2/payment_methods", card(), "once").body())
          .isEqualTo(stored.body());
      assertThat(browser.post("/v2/payment_methods", card(), "other").status()).isEqualTo(402);

      remove(entry);
      assertThat(browser.post("/v2/payment_methods", card(), "other").status()).isEqualTo(200);
    }
  }

  @Test
  void an_email_address_is_the_same_in_each_spelling() {
    block("email_domain", "Müller.example");
    Reply entry = post("block", "email", "jo@XN--MLLER-KVA.shop.example");
    assertThat(entry.text("/value")).isEqualTo("jo@xn--mller-kva.shop.example");

    for (String email : List.of("jo@xn--mller-kva.example", "jo@müller.shop.example")) {
      String customer = florin.post("/v2/customers", "{\"email\": \"" + email + "\"}").text("/id");
      assertBlocked(florin.post("/v2/payments", saving(customer)));
    }
    String grown = "İ".repeat(60) + "@" + "İ".repeat(180) + ".example";
    assertThat(post("block", "email", grown).status()).as("longer in lower case").isEqualTo(400);
  }

  @Test
  void a_blocked_card_is_no_card_for_the_brake() {
    block("address", "127.0.0.0/16");
    var payer = Payer.of(florin);

    payer.pay(path(Payer.session(florin, "")), Payer.GOOD);

    assertThat(florin.query("SELECT id FROM browser_try")).isEmpty();
  }

  @Test
  void an_expired_entry_is_not_counted() {
    block("card_bin", "555555");
    florin.update(
        "INSERT INTO list_entry (realm_id, id, list, kind, value, added_by, expires_at, removed, created_at, changed_at)"
            + " SELECT realm_id, gen_random_uuid(), list, kind, '1' || n, added_by, now(), false, created_at, created_at"
            + " FROM list_entry, generate_series(10000, 14999) n");

    assertThat(post("block", "card_bin", "424242").status()).isEqualTo(200);
  }

  @Test
  void allow_overrides_block_and_the_brake() {
    var payer = Payer.of(florin);
    BrakeTest.decline(florin, payer, 10);
    assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status()).isEqualTo(429);
    block("card_fingerprint", fingerprint(CARD));

    add("allow", "address", "127.0.0.1");

    assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status()).isEqualTo(303);
    assertBlocked(florin.post("/v2/payments", TestApp.payment(1000, CARD)));
    add("allow", "card_bin", "424242");
    assertThat(florin.post("/v2/payments", TestApp.payment(1000, CARD)).status()).isEqualTo(200);
  }

  @Test
  void other_nodes_follow_and_an_end_needs_no_one() {
    try (TestApp second = florin.openAnotherNode()) {
      assertThat(second.post("/v2/payments", TestApp.payment(1, OTHER)).status()).isEqualTo(200);
      String entry = block("card_bin", "555555");
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () -> assertBlocked(second.post("/v2/payments", TestApp.payment(1, OTHER))));

      assertThat(remove(entry).status()).isEqualTo(200);
      assertThat(remove(entry).status()).isEqualTo(404);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() ->
              assertThat(second.post("/v2/payments", TestApp.payment(1, OTHER)).status())
                  .isEqualTo(200));
    }
  }

  @Test
  void an_expired_entry_has_no_effect_and_its_value_can_be_added_again() {
    String first = block("card_bin", "555555");
    florin.update("UPDATE list_entry SET expires_at = now() - interval '1 second'");
    florin.abandon();
    florin = florin.reopen();

    assertThat(florin.post("/v2/payments", TestApp.payment(1000, OTHER)).status()).isEqualTo(200);
    assertThat(florin.get("/v2/lists/block/" + first).status()).isEqualTo(404);
    assertThat(florin.get("/v2/lists/block").json().at("/data")).isEmpty();
    block("card_bin", "555555");
    assertBlocked(florin.post("/v2/payments", TestApp.payment(1000, OTHER)));
  }

  @Test
  void changes_are_audited_and_listed_by_kind() {
    String entry = block("email", "Eve@Bad.Example");
    add("allow", "address", "2001:db8::/32");
    assertThat(florin.get("/v2/lists/block/" + entry).text("/value")).isEqualTo("eve@bad.example");
    assertThat(florin.get("/v2/lists/block?kind=email").texts("/data", "id")).contains(entry);
    assertThat(florin.get("/v2/lists/block?kind=address").texts("/data", "id")).isEmpty();
    assertThat(florin.get("/v2/lists/allow/" + entry).status()).isEqualTo(404);
    remove(entry);

    assertThat(
            florin.query(
                "SELECT action || ' ' || detail FROM audit_entry WHERE action LIKE 'list_entry.%' ORDER BY number"))
        .containsExactly(
            "list_entry.add block: email eve@bad.example",
            "list_entry.add allow: address 2001:db8::/32",
            "list_entry.remove block: email eve@bad.example");
  }

  @ParameterizedTest
  @CsvSource({
    "card_fingerprint, 4242424242424242",
    "card_fingerprint, x",
    "card_fingerprint, tbbbg7peg77wjsp6npyi",
    "card_bin, 4242424",
    "email, nobody",
    "email_domain, a@b.example",
    "address, 203.0.113.0/15",
    "address, 2001:db8::/31",
    "address, shop.example",
    "card_country, DE",
  })
  void a_value_that_is_none_is_rejected(String kind, String value) {
    Reply refused = post("block", kind, value);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(florin.get("/v2/lists/block").json().at("/data")).isEmpty();
  }

  /** Without the table of entries, each query of it would fail. */
  @Test
  void a_payment_asks_no_database_for_a_filled_list() {
    block("card_bin", "555555");
    florin.update(
        "INSERT INTO list_entry (realm_id, id, list, kind, value, added_by, removed, created_at, changed_at) SELECT realm_id, gen_random_uuid(), 'block', 'email', n || '@bad.example', 'me', false, created_at, created_at FROM list_entry, generate_series(1, 4990) n");
    florin.abandon();
    florin = florin.reopen();
    assertThat(florin.post("/v2/payments", TestApp.payment(1, CARD)).status()).isEqualTo(200);

    florin.update("ALTER TABLE list_entry RENAME TO gone");

    assertThat(florin.post("/v2/payments", TestApp.payment(2, CARD)).status()).isEqualTo(200);
    assertBlocked(florin.post("/v2/payments", TestApp.payment(3, OTHER)));
    Reply blocked =
        florin.post(
            "/v2/payments",
            TestApp.payment(4, CARD)
                .replaceFirst("\\{", "{\"receipt_email\": \"4990@bad.example\", "));
    assertBlocked(blocked);
  }

  @Test
  void a_wrong_kind_is_the_only_error_about_it() {
    Reply refused = post("block", "card_country", "DE");

    assertThat(refused.texts("/error/errors", "param")).containsExactly("kind");
  }

  @Test
  void a_value_is_on_a_list_once_and_a_list_has_an_end() {
    block("address", "203.0.113.77/24");
    assertThat(post("block", "address", "203.0.113.0/24").text("/error/errors/0/message"))
        .contains("is on the block list already");
    florin.update(
        "INSERT INTO list_entry (realm_id, id, list, kind, value, added_by, removed, created_at, changed_at) SELECT realm_id, gen_random_uuid(), 'block', 'card_bin', lpad(n::text, 8, '0'), 'me', false, created_at, created_at FROM list_entry, generate_series(1, 4999) n");
    assertThat(post("allow", "address", "203.0.113.1").text("/error/code"))
        .isEqualTo("list_limit_reached");
  }

  private String block(String kind, String value) {
    return add("block", kind, value);
  }

  private String add(String list, String kind, String value) {
    Reply added = post(list, kind, value);
    assertThat(added.status()).as(added.body()).isEqualTo(200);
    return added.text("/id");
  }

  private Reply post(String list, String kind, String value) {
    return florin.post(
        "/v2/lists/" + list,
        "{\"kind\": \"%s\", \"value\": \"%s\", \"reason\": \"Test\"}".formatted(kind, value));
  }

  private Reply remove(String entry) {
    return florin
        .client()
        .send(florin.client().request("/v2/lists/block/" + entry).DELETE().build());
  }

  private String fingerprint(String number) {
    return florin
        .post("/v2/payments", TestApp.payment(1000, number))
        .text("/payment_method/card/fingerprint");
  }

  private static void assertBlocked(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(402);
    assertThat(reply.text("/error/decline_code")).isEqualTo("blocked_by_list");
  }

  private List<String> attempts(Reply payment) {
    return florin
        .get("/v2/payments/" + payment.text("/id") + "?expand%5B%5D=attempts")
        .texts("/attempts", "id");
  }

  private static String card() {
    return """
    {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}
    """;
  }

  private static String saving(String customer) {
    return """
    {"amount": 700, "currency": "usd", "customer": "%s", "save_payment_method": true,
     "mandate": {"text": "I agree."}, "payment_method": %s}
    """
        .formatted(customer, card());
  }
}
