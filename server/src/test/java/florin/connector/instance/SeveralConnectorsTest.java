package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.provider.Options;
import emulator.stripe.Card;
import emulator.stripe.Payers.Visit;
import emulator.stripe.StripeEmulator;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.core.Id.AttemptId;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Stripe and Mollie in one realm, each with its emulator. Stripe is first and accepts only cards.
 */
@TestInstance(Lifecycle.PER_CLASS)
class SeveralConnectorsTest {
  private static final String WEBHOOK_SECRET = "whsec_0123456789012345";

  private final StripeEmulator stripe;
  private final MollieEmulator mollie;
  private final TestApp florin;
  private Instance atStripe;
  private Instance atMollie;

  SeveralConnectorsTest() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests());
    mollie = MollieEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            CrashPoint.NONE,
            Networks.ofService(Optional.of(stripe.url()), Optional.of(mollie.url())));
    atStripe = stripe();
    atMollie =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider("mollie", "Our Mollie", Map.of()),
            new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY)));
    stripe.listen(
        URI.create("http://127.0.0.1:" + florin.app().port() + webhooks(atStripe)), WEBHOOK_SECRET);
  }

  private Instance stripe() {
    return ProviderInstances.add(
        florin,
        florin.realm(),
        new Instance.Provider("stripe", "Our Stripe", Map.of()),
        new ProviderSecrets(
            Map.of("secret_key", StripeEmulator.TEST_KEY, "webhook_secret", WEBHOOK_SECRET)));
  }

  @BeforeEach
  void await_both() {
    within().until(() -> connector(pay("")).equals(id(atStripe)));
  }

  @AfterAll
  void close() throws IOException {
    florin.close();
    stripe.close();
    mollie.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                          | stripe",
        "'[\"card\"]'                | stripe",
        "'[\"ideal\"]'               | mollie",
        "'[\"card\", \"ideal\"]'     | mollie",
        "'[\"klarna\"]'              | stripe",
        "'[\"affirm\", \"ideal\"]'   | stripe"
      })
  void a_payment_goes_to_the_first_connector_that_has_its_methods(String methods, String kind) {
    Reply made = pay(methods);

    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    assertThat(made.text("/outcome/connector")).isEqualTo(kind);
  }

  @Test
  void a_payment_goes_to_the_connector_that_it_names() {
    Reply made = pay("", id(atMollie));

    assertThat(made.text("/outcome/connector_id")).as(made.body()).isEqualTo(id(atMollie));
    assertThat(connector(pay("[\"ideal\"]", id(atStripe)))).isEqualTo(id(atStripe));
  }

  @Test
  void a_connector_that_does_not_fit_is_rejected_before_anything_is_stored() {
    String before = florin.get("/v2/payments?limit=1").body();

    assertRefused(
        pay("[\"klarna\"]", id(atMollie)),
        "payment_method.hosted.methods",
        "The connector %s can't offer klarna. Omit connector, or choose another one; nothing was charged or stored."
            .formatted(id(atMollie)));
    assertRefused(
        pay("", "cn_01h455vb4pex5vsknk084sn02q"), "connector", "connector is not enabled");
    assertRefused(
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "eur", "payment_method": {"type": "bank_transfer"}, "connector": "%s"}\
            """
                .formatted(id(atMollie))),
        "connector",
        "must be omitted with the type bank_transfer");
    assertRefused(
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "kwd", "payment_method": {"type": "hosted"}, "connector": "%s"}\
            """
                .formatted(id(atMollie))),
        "currency",
        "currency is not supported by this connector. Omit connector, or use another currency; nothing was charged or stored.");
    assertThat(florin.get("/v2/payments?limit=1").body()).isEqualTo(before);
  }

  /** Mollie supports no currencies with three decimals. */
  @Test
  void a_payment_goes_to_a_connector_that_takes_its_currency() {
    makeDefault(atMollie);
    try {
      within().until(() -> connector(pay("")).equals(id(atMollie)));

      Reply made =
          florin.post(
              "/v2/payments",
              "{\"amount\": 1000, \"currency\": \"kwd\", \"payment_method\": {\"type\": \"hosted\"}}");

      assertThat(made.text("/outcome/connector")).as(made.body()).isEqualTo("stripe");
    } finally {
      makeDefault(atStripe);
    }
  }

  @Test
  void webhooks_inquiries_and_refunds_go_to_the_connector_of_the_payment() {
    Reply card = pay("[\"card\"]");
    Reply ideal = pay("[\"ideal\"]");

    stripe.payers().pay(session(card), Card.VISA);
    mollie.payers().pay(mollieId(ideal), Method.IDEAL);
    tellOfMollie(ideal);

    within().until(() -> status(card).equals("succeeded") && status(ideal).equals("succeeded"));
    assertThat(exchanges(card)).containsOnly(atStripe.id().uuid().toString());
    assertThat(exchanges(ideal)).containsOnly(atMollie.id().uuid().toString());
    for (Reply paid : List.of(card, ideal)) {
      Reply refund =
          florin.post(
              "/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(paid.text("/id")));
      assertThat(refund.status()).as(refund.body()).isEqualTo(200);
    }
    assertThat(exchanges(card)).containsOnly(atStripe.id().uuid().toString());
    assertThat(exchanges(ideal)).containsOnly(atMollie.id().uuid().toString());
    assertThat(mollie.book().faults()).isEmpty();
  }

  @Test
  void a_disabled_connector_completes_its_payments_and_the_other_takes_new_ones() {
    Reply card = pay("[\"card\"]");
    Reply ideal = pay("[\"ideal\"]");
    assertThat(florin.post(path(atStripe) + "/disable", "").text("/status")).isEqualTo("disabled");
    try {
      within().until(() -> connector(pay("[\"card\"]")).equals(id(atMollie)));

      stripe.payers().pay(session(card), Card.VISA);
      mollie.payers().pay(mollieId(ideal), Method.IDEAL);
      tellOfMollie(ideal);

      within().until(() -> status(card).equals("succeeded") && status(ideal).equals("succeeded"));
      assertThat(payment(card).text("/outcome/connector_id")).isEqualTo(id(atStripe));
    } finally {
      atStripe = stripe();
      makeDefault(atStripe);
    }
  }

  @Test
  void the_default_can_be_changed_and_is_listed() {
    assertThat(positions()).containsExactly(2, 1);

    Reply changed = makeDefault(atMollie);
    assertThat(changed.number("/position")).as(changed.body()).isEqualTo(1);
    within().until(() -> connector(pay("")).equals(id(atMollie)));
    assertThat(positions()).containsExactly(1, 2);

    makeDefault(atStripe);
    within().until(() -> connector(pay("")).equals(id(atStripe)));
  }

  @Test
  void a_session_offers_a_page_of_each_connector_and_the_payer_chooses() {
    Reply session = session("");
    String page = florin.get(pageOf(session)).body();

    assertThat(page)
        .contains("<span>Card</span>", "<span>Other payment methods</span>")
        .doesNotContain("Our Stripe", "Our Mollie", "stripe", "mollie");
    assertThat(pressed(session, "chosen=" + id(atMollie))).isEqualTo("mollie");
    assertThat(pressed(session(""), "chosen=%s&method=%s".formatted(id(atStripe), id(atMollie))))
        .isEqualTo("mollie");
    assertThat(pressed(session(""), "chosen=" + id(atStripe))).isEqualTo("stripe");
    assertThat(pressed(session(""), "")).isEqualTo("stripe");
  }

  @Test
  void the_methods_of_a_session_are_divided_between_its_connectors() {
    Reply session = session("\"methods\": [\"ideal\", \"card\", \"paypal\"]");

    assertThat(florin.get(pageOf(session)).body())
        .contains("<span>Card</span>", "<span>iDEAL, PayPal</span>");
    assertThat(pressed(session, "chosen=" + id(atMollie))).isEqualTo("mollie");
  }

  @Test
  void a_session_offers_the_named_connectors_in_their_order() {
    Reply both = session("\"connectors\": [\"%s\", \"%s\"]".formatted(id(atMollie), id(atStripe)));
    assertThat(connectors(both)).containsExactly(id(atMollie), id(atStripe));
    assertThat(pressed(both, "")).isEqualTo("mollie");

    Reply one = session("\"connectors\": [\"%s\"]".formatted(id(atMollie)));
    assertThat(florin.get(pageOf(one)).body()).doesNotContain("id=\"by-0\"");
    assertThat(pressed(one, "")).isEqualTo("mollie");
    assertThat(pressed(session(""), "chosen=cn_01h455vb4pex5vsknk084sn02q")).isEqualTo("409");
  }

  @Test
  void a_session_or_link_that_no_connector_could_offer_is_rejected() {
    String toMollie = "\"connectors\": [\"%s\"]".formatted(id(atMollie));
    assertRefused(
        session("\"methods\": [\"klarna\"], " + toMollie),
        "methods",
        "No enabled connector can offer klarna.");
    assertRefused(
        session("\"connectors\": [\"cn_01h455vb4pex5vsknk084sn02q\"]"),
        "connectors",
        "connectors has an id that is not enabled");
    assertRefused(
        florin.post(
            "/v2/payment_links",
            "{\"amount\": 1000, \"currency\": \"eur\", \"connectors\": [\"cn_01h455vb4pex5vsknk084sn02q\"]}"),
        "connectors",
        "connectors has an id that is not enabled");
  }

  @Test
  void a_setup_is_rejected_if_none_of_its_connectors_can_save_without_a_charge() {
    Instance withoutCards =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider("mollie", "Debits only", Map.of("methods", "sepa_debit")),
            new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY)));
    within().until(() -> connector(pay("", id(withoutCards))).equals(id(withoutCards)));

    assertRefused(
        setup(", \"connectors\": [\"%s\"]".formatted(id(withoutCards))),
        "mode",
        "No connector of this account and mode can save a payment method without a charge.");
    // As without saving, a payment can name methods that the setting lacks.
    assertRefused(
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "eur", "customer": "%s", "save_payment_method": true,
             "payment_method": {"type": "hosted"}, "connector": "%s"}\
            """
                .formatted(customer(), id(withoutCards))),
        "save_payment_method",
        "this account's connector can't save what the payer enters");
    for (String body :
        List.of(
            "payments {\"amount\": 1000, \"currency\": \"eur\", \"save_payment_method\": true, ",
            "setups {")) {
      String[] parts = body.split(" ", 2);
      Reply made =
          florin.post(
              "/v2/" + parts[0],
              """
              %s"payment_method": {"type": "hosted", "hosted": {"methods": ["card"]}},
               "customer": "%s", "connector": "%s"}\
              """
                  .formatted(parts[1], customer(), id(withoutCards)));
      assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    }
    Reply named =
        setup(", \"methods\": [\"card\"], \"connectors\": [\"%s\"]".formatted(id(withoutCards)));
    assertThat(pressedSetup(named)).as(named.body()).isEqualTo("requires_action");
    florin.post("/v2/connectors/" + id(withoutCards) + "/disable", "{}");
    for (Instance saving : List.of(atStripe, atMollie)) {
      Reply made = setup(", \"connectors\": [\"%s\"]".formatted(id(saving)));
      assertThat(made.status()).as(made.body()).isEqualTo(200);
      assertThat(pressedSetup(made)).isEqualTo("requires_action");
    }
  }

  @Test
  void a_setup_goes_to_the_connector_that_it_names() {
    String body =
        "{\"customer\": \"%s\", \"payment_method\": {\"type\": \"hosted\"}, \"connector\": \"%s\"}";
    for (Instance connector : List.of(atStripe, atMollie)) {
      Reply made = florin.post("/v2/setups", body.formatted(customer(), id(connector)));
      assertThat(made.text("/outcome/connector_id")).as(made.body()).isEqualTo(id(connector));
    }
    assertRefused(
        florin.post("/v2/setups", body.formatted(customer(), "cn_01h455vb4pex5vsknk084sn02q")),
        "connector",
        "connector is not enabled");
  }

  /** Stripe saves cards only. Mollie saves neither P24 nor Klarna. */
  @Test
  void a_session_that_saves_offers_the_methods_that_can_be_saved() {
    String saving = "\"save_payment_method\": true, \"customer\": \"%s\"".formatted(customer());

    String named =
        florin
            .get(
                pageOf(
                    session("\"methods\": [\"klarna\", \"card\", \"p24\", \"ideal\"], " + saving)))
            .body();
    assertThat(named)
        .contains(
            "<span>Card</span>",
            "<span>iDEAL</span>",
            "saves your payment method for your next orders.",
            "aria-label=\"Continue to pay €10.00: Card\"",
            "aria-label=\"Continue to pay €10.00: iDEAL\"")
        .doesNotContain("Klarna", "P24", "Przelewy", "your card");
    assertThat(florin.get(pageOf(session(saving))).body())
        .contains("<span>Card</span>", "<span>Other payment methods</span>");
  }

  @Test
  void a_session_that_sets_up_offers_the_providers_that_can() {
    assertThat(florin.get(pageOf(setup(""))).body())
        .contains("<span>Card</span>", "<span>Other payment methods</span>");
    Reply setup = setup(", \"connectors\": [\"%s\"]".formatted(id(atMollie)));
    assertThat(florin.get(pageOf(setup)).body())
        .contains(
            "<h1 class=\"title\">Save a payment method</h1>",
            "You enter your payment details on our payment provider",
            "name=\"chosen\" value=\"" + id(atMollie) + "\"",
            "saves your payment method for your next orders.")
        .doesNotContain("id=\"by-0\"", "your card");
    press(setup, "");
    String begun = florin.get("/v2/checkout_sessions/" + setup.text("/id")).text("/setup");
    assertThat(florin.get("/v2/setups/" + begun).text("/outcome/connector")).isEqualTo("mollie");
  }

  @Test
  void methods_of_which_none_can_be_saved_are_rejected() {
    String customer = customer();
    assertRefused(
        session(
            "\"methods\": [\"klarna\", \"p24\"], \"save_payment_method\": true, \"customer\": \"%s\""
                .formatted(customer)),
        "methods",
        "No enabled connector can save klarna, p24. Add a method that can be saved, such as card; nothing was created.");
    assertRefused(
        setup(", \"methods\": [\"ideal\"]"), "methods", "No enabled connector can save ideal.");
    String payment =
        """
        {"amount": 1000, "currency": "eur", "customer": "%s", "save_payment_method": true, "connector": "%s",
         "payment_method": {"type": "hosted", "hosted": {"methods": ["%s"]}}}\
        """;
    assertRefused(
        florin.post("/v2/payments", payment.formatted(customer, id(atStripe), "klarna")),
        "payment_method.hosted.methods",
        "The connector of this account can't save klarna. Choose from card, or omit hosted.methods; nothing was charged or stored.");
    assertThat(
            florin
                .post("/v2/payments", payment.formatted(customer, id(atMollie), "ideal"))
                .text("/status"))
        .isEqualTo("requires_action");
  }

  /** Mollie supports no currencies with three decimals. */
  @Test
  void a_session_or_link_in_a_currency_that_no_connector_takes_is_rejected() {
    String session =
        "{\"amount\": 1000, \"currency\": \"%s\", \"connectors\": [\"%s\"], \"success_url\": \"https://shop.example/thanks\", \"cancel_url\": \"https://shop.example/cart\"}";
    String why =
        "No named connector takes kwd. Use another currency, or enable a connector or a receiving account that takes it; nothing was created.";

    assertRefused(
        florin.post("/v2/checkout_sessions", session.formatted("kwd", id(atMollie))),
        "currency",
        why);
    assertRefused(
        florin.post(
            "/v2/payment_links",
            "{\"customer_chooses\": {\"min\": 100, \"max\": 500}, \"currency\": \"%s\", \"connectors\": [\"%s\"]}"
                .formatted("kwd", id(atMollie))),
        "currency",
        why);
    assertThat(
            florin.post("/v2/checkout_sessions", session.formatted("kwd", id(atStripe))).status())
        .isEqualTo(200);
  }

  /** The receiving account of test mode accepts transfers in EUR. */
  @Test
  void a_session_of_named_connectors_offers_a_bank_transfer_only_if_it_is_named_too() {
    String toMollie = "\"connectors\": [\"%s\"]".formatted(id(atMollie));

    assertThat(florin.get(pageOf(session(""))).body()).contains("id=\"by-transfer\"");
    assertThat(florin.get(pageOf(session(toMollie))).body()).doesNotContain("bank_transfer");
    assertThat(
            florin
                .get(pageOf(session(toMollie + ", \"methods\": [\"ideal\", \"bank_transfer\"]")))
                .body())
        .contains("id=\"by-transfer\"", "value=\"" + id(atMollie) + "\"");
  }

  @Test
  void
      a_connector_that_can_not_be_used_loses_its_payments_to_the_next_one_on_pages_and_in_the_api() {
    String sealed = atStripe.sealed().orElseThrow();
    Reply open = session("");
    seal(atStripe, "9.AAAA");
    try {
      within().until(() -> connector(pay("")).equals(id(atMollie)));

      assertThat(connector(pay("[\"card\"]"))).isEqualTo(id(atMollie));
      assertThat(florin.get(pageOf(open)).body())
          .contains("value=\"" + id(atMollie) + "\"")
          .doesNotContain(id(atStripe));
      assertThat(pressed(open, "")).isEqualTo("mollie");
      // A submission from a page that still offered Stripe gets a new choice of methods.
      assertThat(pressed(session(""), "chosen=" + id(atStripe))).isEqualTo("409");
      for (Reply refused : List.of(pay("", id(atStripe)), pay("[\"klarna\"]"))) {
        assertThat(refused.status()).as(refused.body()).isEqualTo(503);
        assertThat(refused.text("/error/code")).isEqualTo("connector_unavailable");
      }
      Reply setup = setup(", \"connectors\": [\"%s\"]".formatted(id(atStripe)));
      assertThat(setup.status()).as(setup.body()).isEqualTo(503);
      assertThat(setup.text("/error/code")).isEqualTo("connector_unavailable");
    } finally {
      seal(atStripe, sealed);
    }
  }

  private void seal(Instance connector, String sealed) {
    florin.update(
        "UPDATE connector SET secret_sealed = ? WHERE id = ?", sealed, connector.id().uuid());
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
  }

  private String customer() {
    return florin.post("/v2/customers", "{}").text("/id");
  }

  private Reply setup(String more) {
    return florin.post(
        "/v2/checkout_sessions",
        "{\"mode\": \"setup\", \"customer\": \"%s\", \"success_url\": \"https://shop.example/thanks\", \"cancel_url\": \"https://shop.example/cart\"%s}"
            .formatted(customer(), more));
  }

  private String pressedSetup(Reply session) {
    press(session, "");
    String setup = florin.get("/v2/checkout_sessions/" + session.text("/id")).text("/setup");
    return florin.get("/v2/setups/" + setup).text("/status");
  }

  @Test
  void a_declined_charge_is_paid_where_its_card_is_kept() {
    Reply first =
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "eur", "customer": "%s", "save_payment_method": true,
             "mandate": {"text": "Charge my card."}, "payment_method": {"type": "hosted"}, "connector": "%s"}\
            """
                .formatted(florin.post("/v2/customers", "{}").text("/id"), id(atStripe)));
    stripe.payers().pay(session(first), Card.ALWAYS_CHALLENGED);
    within().until(() -> status(first).equals("succeeded"));
    makeDefault(atMollie);
    try {
      within().until(() -> connector(pay("")).equals(id(atMollie)));
      Reply declined =
          florin.post(
              "/v2/payments",
              """
              {"amount": 1000, "currency": "eur", "payment_method": "%s", "off_session": true, "reason": "recurring"}\
              """
                  .formatted(payment(first).text("/payment_method/id")));
      assertThat(declined.text("/error/code"))
          .as(declined.body())
          .isEqualTo("authentication_required");

      Reply recovery =
          florin.get(
              "/v2/checkout_sessions/"
                  + florin.get("/v2/checkout_sessions?limit=1").text("/data/0/id"));

      assertThat(recovery.text("/recovers")).isEqualTo(declined.text("/error/payment"));
      String mandate =
          "mandate="
              + florin.get("/v2/payments/" + declined.text("/error/payment")).text("/mandate");
      assertThat(pressed(recovery, mandate)).isEqualTo("stripe");
    } finally {
      makeDefault(atStripe);
    }
  }

  @Test
  void a_payment_link_offers_its_connectors() {
    Reply link =
        florin.post(
            "/v2/payment_links",
            "{\"amount\": 1000, \"currency\": \"eur\", \"connectors\": [\"%s\"]}"
                .formatted(id(atMollie)));

    assertThat(connectors(link)).containsExactly(id(atMollie));
    assertThat(florin.get(pageOf(link)).body()).doesNotContain("id=\"by-0\"");
    assertThat(connectors(florin.get("/v2/payment_links/" + link.text("/id"))))
        .containsExactly(id(atMollie));
  }

  private Reply session(String more) {
    return florin.post(
        "/v2/checkout_sessions",
        "{\"amount\": 1000, \"currency\": \"eur\", \"success_url\": \"https://shop.example/thanks\", \"cancel_url\": \"https://shop.example/cart\"%s}"
            .formatted(more.isEmpty() ? "" : ", " + more));
  }

  private static List<String> connectors(Reply session) {
    return session.json().at("/connectors").valueStream().map(it -> it.stringValue()).toList();
  }

  private static String pageOf(Reply session) {
    return URI.create(session.text("/url")).getRawPath();
  }

  /** Returns the kind of connector of the payment that a form begins, or the form's status. */
  private String pressed(Reply session, String fields) {
    Reply begun = press(session, fields);
    if (begun.status() != 303) {
      return Integer.toString(begun.status());
    }
    String payment = florin.get("/v2/checkout_sessions/" + session.text("/id")).text("/payment");
    return florin.get("/v2/payments/" + payment).text("/outcome/connector");
  }

  private Reply press(Reply session, String fields) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request(pageOf(session))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("try=1&email=&" + fields))
                .build());
  }

  /** Returns the positions in the list of connectors. Mollie's connector is the newer one. */
  private List<Integer> positions() {
    return florin
        .get("/v2/connectors")
        .json()
        .at("/data")
        .valueStream()
        .filter(it -> !it.at("/position").isNull())
        .sorted((a, b) -> a.at("/kind").stringValue().compareTo(b.at("/kind").stringValue()))
        .map(it -> it.at("/position").intValue())
        .toList();
  }

  private Reply makeDefault(Instance connector) {
    Reply changed = florin.post(path(connector), "{\"position\": 1}");
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    return changed;
  }

  private Reply pay(String methods) {
    return pay(methods, "");
  }

  private Reply pay(String methods, String connector) {
    return florin.post(
        "/v2/payments",
        """
        {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"%s}%s}\
        """
            .formatted(
                methods.isEmpty() ? "" : ", \"hosted\": {\"methods\": " + methods + "}",
                connector.isEmpty() ? "" : ", \"connector\": \"" + connector + "\""));
  }

  private static void assertRefused(Reply refused, String param, String message) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(refused.text("/error/message")).contains(message);
  }

  private Reply payment(Reply made) {
    return florin.get("/v2/payments/" + made.text("/id") + "?expand%5B%5D=attempts");
  }

  private String status(Reply made) {
    return payment(made).text("/status");
  }

  private static String connector(Reply made) {
    return made.text("/outcome/connector_id");
  }

  /** Returns the connectors that the attempts of a payment have called. */
  private List<String> exchanges(Reply made) {
    return florin.query(
        """
        SELECT DISTINCT e.connector_id::text
          FROM connector_exchange e
          JOIN attempt a ON a.realm_id = e.realm_id AND a.id = e.attempt_id
         WHERE a.payment_id = (SELECT payment_id FROM attempt WHERE id = ?)\
        """,
        AttemptId.KIND.parse(payment(made).text("/attempts/0/id")).orElseThrow().uuid());
  }

  private String session(Reply made) {
    String reference = payment(made).text("/attempts/0/id");
    return stripe.payers().sessions().stream()
        .filter(visit -> visit.reference().equals(reference))
        .map(Visit::session)
        .findFirst()
        .orElseThrow();
  }

  private static String mollieId(Reply made) {
    String url = made.text("/next_action/redirect_to_url/url");
    return url.substring(url.lastIndexOf('/') + 1);
  }

  private void tellOfMollie(Reply made) {
    florin
        .client()
        .send(
            florin
                .client()
                .request(webhooks(atMollie))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("id=" + mollieId(made)))
                .build());
  }

  private static String id(Instance connector) {
    return connector.id().text();
  }

  private static String path(Instance connector) {
    return "/v2/connectors/" + id(connector);
  }

  private static String webhooks(Instance connector) {
    return "/connectors/" + connector.webhookToken() + "/webhooks";
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofSeconds(30));
  }
}
