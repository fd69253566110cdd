package florin.checkout;

import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checkout sessions that save a card, without a charge or with one. */
@TestInstance(Lifecycle.PER_CLASS)
class CheckoutSetupTest {
  private static final String TEXT = "I agree that Shop charges my card <each> month.";
  private static final String MANDATE = "\"mandate\": {\"text\": \"" + TEXT + "\"}";

  private TestApp florin;
  private Payer payer;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    payer = Payer.of(florin);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_session_of_mode_setup_saves_a_card_with_the_payers_consent() {
    String customer = customer();
    Reply made = setup(customer, MANDATE);
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    assertThat(made.text("/mode")).isEqualTo("setup");
    assertThat(made.number("/amount")).isZero();
    assertThat(made.text("/mandate/text")).isEqualTo(TEXT);
    assertThat(made.json().has("setup")).isFalse();
    String page = payer.look(path(made)).body();
    assertThat(page)
        .contains(
            "Save your card",
            "Save card",
            "charges my card &lt;each&gt; month",
            "Nothing is charged now.")
        .doesNotContain("0.00", ">Pay ", "id=\"email\"", "€");
    assertThat(page.indexOf("class=\"consent\"")).isBetween(0, page.indexOf("Save card"));

    Reply paid = payer.pay(path(made), Payer.GOOD);

    Reply session = retrieve(made);
    assertThat(session.text("/status")).isEqualTo("complete");
    assertThat(session.has("/payment")).isFalse();
    Reply setup = florin.get("/v2/setups/" + session.text("/setup"));
    assertThat(setup.text("/status")).isEqualTo("succeeded");
    assertThat(setup.text("/customer")).isEqualTo(customer);
    Reply mandate = florin.get("/v2/mandates/" + setup.text("/mandate"));
    assertThat(mandate.text("/text")).isEqualTo(TEXT);
    assertThat(mandate.text("/setup")).isEqualTo(setup.text("/id"));
    assertThat(mandate.text("/ip_address")).isEqualTo("127.0.0.1");
    assertThat(mandate.text("/user_agent")).startsWith("Java-http-client/");
    assertThat(
            payer
                .look(paid.header("Location").orElseThrow().replace("..", ""))
                .header("Refresh")
                .orElse(""))
        .contains("https://shop.example/thanks?checkout_session=" + made.text("/id"));
    assertThat(payer.look(path(made)).body())
        .contains("Payment method saved", "can use it for your next orders.");
    Reply event =
        florin.get("/v2/events?types[]=checkout_session.completed&object_id=" + made.text("/id"));
    assertThat(event.text("/data/0/data/object/setup")).isEqualTo(setup.text("/id"));
  }

  @Test
  void a_session_without_addresses_of_the_shop_ends_on_florins_page() {
    Reply made =
        florin.post(
            "/v2/checkout_sessions", "{\"mode\": \"setup\", \"customer\": \"" + customer() + "\"}");
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    assertThat(made.has("/success_url")).isFalse();

    payer.pay(path(made), Payer.GOOD);

    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    Reply page = payer.look(path(made));
    assertThat(page.body()).contains("Payment method saved").doesNotContain("Return to");
    assertThat(page.header("Refresh")).isEmpty();
  }

  @Test
  void a_declined_card_is_reported_and_another_one_is_saved() {
    Reply made = setup(customer(), "");
    payer.pay(path(made), Payer.DECLINED);
    assertThat(payer.look(path(made)).body())
        .contains("Your card was declined, and nothing was charged.", "saves your card for");
    Reply wrong = payer.submit(path(made), Map.of("try", "2", "number", "42"));
    assertThat(wrong.status()).isEqualTo(422);

    payer.pay(path(made), Payer.GOOD);

    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
  }

  @Test
  void a_challenge_is_passed_on_the_way() {
    Reply made = setup(customer(), MANDATE);
    Reply sent = payer.pay(path(made), Payer.CHALLENGED);
    String challenge = sent.header("Location").orElseThrow().replace("..", "");
    assertThat(payer.look(path(made)).body()).contains("Your bank asks you to confirm your card.");

    Reply back = payer.submit(challenge + "/complete", Map.of());

    URI next = URI.create(back.header("Location").orElseThrow());
    assertThat(next.getQuery()).startsWith("setup=st_");
    assertThat(
            payer.look(next.getRawPath() + "?" + next.getRawQuery()).header("Refresh").orElse(""))
        .contains("https://shop.example/thanks");
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
  }

  @Test
  void a_payment_that_saves_its_card_shows_the_consent_and_gives_the_mandate() {
    String customer = customer();
    Reply made =
        Payer.session(
            florin,
            "\"customer\": \"" + customer + "\", \"save_payment_method\": true, " + MANDATE);
    assertThat(made.text("/mode")).isEqualTo("payment");
    assertThat(payer.look(path(made)).body())
        .contains("charges my card &lt;each&gt; month", "Pay ");

    payer.pay(path(made), Payer.GOOD);

    Reply payment = florin.get("/v2/payments/" + retrieve(made).text("/payment"));
    assertThat(payment.text("/payment_method/customer")).isEqualTo(customer);
    String method = payment.text("/payment_method/id");
    Reply mandate =
        florin.get("/v2/mandates/" + florin.get("/v2/payment_methods/" + method).text("/mandate"));
    assertThat(mandate.text("/text")).isEqualTo(TEXT);
    assertThat(mandate.text("/payment")).isEqualTo(payment.text("/id"));
  }

  @ParameterizedTest
  @CsvSource({
    "de, Karte speichern, Jetzt wird nichts abgebucht.",
    "fr, Enregistrer la carte, Aucun montant n’est débité maintenant.",
    "es, Guardar tarjeta, Ahora no se realiza ningún cargo."
  })
  void the_page_is_in_the_payers_language(String language, String button, String hint) {
    Reply made = setup(customer(), "");
    assertThat(new Payer(florin, language).look(path(made)).body()).contains(button, hint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "mode": "setup"|customer|is required with the mode setup
          "mode": "setup", "amount": 5|amount|must be omitted with the mode setup
          "mode": "setup", "line_items": []|line_items|must be omitted with the mode setup
          "amount": 5, "currency": "eur", "save_payment_method": true|customer|is required with save_payment_method
          "amount": 5, "currency": "eur", "mandate": {"text": "I agree."}|mandate|requires save_payment_method: true
          "mode": "setup", "mandate": {}|mandate.text|is required
          "mode": "subscription"|mode|must be one of
          """)
  void an_invalid_session_is_rejected(String body, String param, String message) {
    Reply refused =
        florin.post(
            "/v2/checkout_sessions",
            "{\"success_url\": \"https://shop.example/a\", \"cancel_url\": \"https://shop.example/b\", "
                + body
                + "}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("\"param\":\"" + param + "\"", message);
  }

  private String customer() {
    return florin.post("/v2/customers", "{}").text("/id");
  }

  private Reply setup(String customer, String more) {
    return florin.post(
        "/v2/checkout_sessions",
        """
        {"mode": "setup", "customer": "%s", "success_url": "https://shop.example/thanks",
         "cancel_url": "https://shop.example/account"%s}
        """
            .formatted(customer, more.isEmpty() ? "" : ", " + more));
  }

  private Reply retrieve(Reply made) {
    return florin.get("/v2/checkout_sessions/" + made.text("/id"));
  }
}
