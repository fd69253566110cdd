package florin.checkout;

import static florin.checkout.Payer.hidden;
import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Sha256;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The brake on card testing, as payers and merchants see it. */
class BrakeTest {
  /** Different cards that the issuer declines. */
  private static final List<String> DECLINED =
      List.of(
          "4000000000830010",
          "4000000000830028",
          "4000000000830036",
          "4000000000830044",
          "4000000000830051",
          "4000000000830069",
          "4000000000830077",
          "4000000000830101",
          "4000000000830127",
          "4000000000830135");

  private TestApp florin;
  private Payer payer;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    payer = Payer.of(florin);
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void an_address_with_declined_cards_must_prove_its_work() {
    decline(8);
    Reply made = Payer.session(florin, "");

    Reply asked = payer.pay(path(made), Payer.GOOD);

    assertThat(asked.status()).isEqualTo(409);
    assertThat(asked.body()).contains("Wait 20 seconds");
    String challenge = hidden(asked, "proof");
    assertThat(asked.header("Florin-Proof")).contains(challenge + ";" + WorkProofs.BITS);
    assertThat(has(made, "/payment")).isFalse();

    assertThat(payWith(made, challenge).status()).as("without a wait or work").isEqualTo(409);
    assertThat(payWith(made, challenge + ".0x").status()).isEqualTo(409);
    Reply other = Payer.session(florin, "");
    assertThat(payWith(other, solve(challenge)).status()).as("of another session").isEqualTo(409);
    assertThat(payWith(made, solve(challenge)).status()).isEqualTo(303);

    Reply session = florin.get("/v2/checkout_sessions/" + made.text("/id"));
    assertThat(session.text("/status")).isEqualTo("complete");
    Reply payment = florin.get("/v2/payments/" + session.text("/payment"));
    assertThat(payment.body()).contains("\"step\":\"prove\"", "\"subject\":\"address\"");
  }

  @Test
  void a_closed_key_stores_no_card_while_the_server_continues() {
    decline(DECLINED.size());
    try (var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      Reply refused = browser.post("/v2/payment_methods", card(Payer.GOOD));

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.text("/error/code")).isEqualTo("rate_limit");
    }
    assertThat(florin.post("/v2/payment_methods", card(Payer.GOOD)).status()).isEqualTo(200);
    Reply made = Payer.session(florin, "");
    assertThat(payer.pay(path(made), Payer.GOOD).status()).isEqualTo(429);
    assertThat(has(made, "/payment")).isFalse();
  }

  @Test
  void the_operator_can_turn_it_off() {
    decline(DECLINED.size());
    try (TestApp off =
        florin.openAnotherNodeWith(config -> Records.with(config, "cardBrake", false))) {
      var elsewhere = Payer.of(off);
      assertThat(elsewhere.pay(path(Payer.session(florin, "")), Payer.GOOD).status())
          .isEqualTo(303);
    }
    assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status()).isEqualTo(429);
  }

  @Test
  void a_restart_forgets_no_count() {
    decline(8);
    florin.abandon();
    florin = florin.reopen();
    // In test mode, a minute without a card forgets all, and a restart can take that long.
    florin.update("UPDATE browser_try SET created_at = now(), changed_at = now()");
    payer = Payer.of(florin);

    assertThat(payer.pay(path(Payer.session(florin, "")), Payer.GOOD).status()).isEqualTo(409);
  }

  @Test
  void another_node_counts_too() {
    Payer.session(florin, "");
    try (TestApp second = florin.openAnotherNode()) {
      var elsewhere = Payer.of(second);
      assertThat(elsewhere.pay(path(Payer.session(florin, "")), Payer.GOOD).status())
          .isEqualTo(303);
      decline(8);

      Awaitility.await()
          .untilAsserted(() ->
              assertThat(elsewhere.pay(path(Payer.session(florin, "")), Payer.CHALLENGED).status())
                  .isEqualTo(409));
    }
  }

  @Test
  void a_decline_on_another_node_counts() {
    try (TestApp second = florin.openAnotherNode();
        var browser = new TestClient(florin.app().port(), florin.publishableKey())) {
      assertThat(browser.post("/v2/payment_methods", card(Payer.GOOD)).status()).isEqualTo(200);
      DECLINED.stream()
          .map(card -> browser.post("/v2/payment_methods", card(card)).text("/id"))
          .forEach(method -> charge(second, method));

      Awaitility.await()
          .untilAsserted(() ->
              assertThat(browser.post("/v2/payment_methods", card(Payer.GOOD)).status())
                  .isEqualTo(429));
    }
  }

  @Test
  void a_card_that_was_saved_long_ago_does_not_count_when_it_is_declined() {
    try (TestApp second = florin.openAnotherNode();
        var browser = new TestClient(second.app().port(), florin.publishableKey())) {
      List<String> methods =
          DECLINED.stream()
              .map(card -> browser.post("/v2/payment_methods", card(card)).text("/id"))
              .toList();
      florin.update(
          "UPDATE browser_try SET created_at = now() - interval '2 hours', changed_at = now() - interval '2 hours'");
      try (TestApp third = florin.openAnotherNode();
          var fresh = new TestClient(third.app().port(), florin.publishableKey())) {
        assertThat(fresh.post("/v2/payment_methods", card(Payer.GOOD)).status()).isEqualTo(200);
        methods.forEach(method -> charge(florin, method));
        DECLINED.stream()
            .limit(5)
            .map(card -> browser.post("/v2/payment_methods", card(card)).text("/id"))
            .forEach(method -> charge(florin, method));

        Awaitility.await()
            .untilAsserted(() -> {
              assertThat(fresh.post("/v2/payment_methods", card(Payer.GOOD)).status())
                  .isEqualTo(200);
              Reply slowed = florin.get("/v2/brakes");
              assertThat(slowed.json().at("/data"))
                  .anySatisfy(brake -> {
                    assertThat(brake.path("subject").asString("")).isEqualTo("address");
                    assertThat(brake.path("declined_cards").intValue()).isEqualTo(5);
                  });
            });
      }
    }
  }

  private static void charge(TestApp node, String method) {
    Reply paid =
        node.post(
            "/v2/payments",
            "{\"amount\": 500, \"currency\": \"usd\", \"payment_method\": \"" + method + "\"}");
    assertThat(paid.status()).isEqualTo(402);
  }

  private void decline(int cards) {
    decline(florin, payer, cards);
  }

  /** Pays with different cards that are declined. */
  static void decline(TestApp florin, Payer payer, int cards) {
    for (String card : DECLINED.subList(0, cards)) {
      Reply made = Payer.session(florin, "");
      Reply asked = payer.pay(path(made), card);
      if (asked.status() == 409) {
        payWith(payer, made, card, solve(hidden(asked, "proof")));
      }
    }
  }

  private boolean has(Reply session, String field) {
    return florin.get("/v2/checkout_sessions/" + session.text("/id")).has(field);
  }

  private Reply payWith(Reply made, String proof) {
    return payWith(payer, made, Payer.GOOD, proof);
  }

  private static Reply payWith(Payer payer, Reply made, String card, String proof) {
    return payer.submit(
        path(made),
        Map.of("try", "1", "number", card, "expiry", "12 / 40", "cvc", "123", "proof", proof));
  }

  static String solve(String challenge) {
    for (int number = 0; ; number++) {
      String text = challenge + "." + number;
      byte[] hash = Sha256.of(text);
      if ((((hash[0] & 0xff) << 8) | (hash[1] & 0xff)) >>> (16 - WorkProofs.BITS) == 0) {
        return text;
      }
    }
  }

  private static String card(String number) {
    return """
    {"type": "card", "card": {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}
    """
        .formatted(number);
  }
}
