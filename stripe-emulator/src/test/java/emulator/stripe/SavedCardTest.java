package emulator.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.provider.Fault;
import emulator.provider.Ledger;
import emulator.provider.Ledger.Kind;
import emulator.provider.Options;
import emulator.provider.Webhooks;
import emulator.stripe.Merchant.Reply;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cards that payers save on Stripe's page, and their charges without the payer. */
class SavedCardTest {
  private static final String INTENTS = "/v1/payment_intents";

  private final StripeEmulator stripe = start();
  private final Merchant merchant = new Merchant(stripe);

  private static StripeEmulator start() {
    try {
      return StripeEmulator.start(Options.ofTests());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @AfterEach
  void close() throws IOException {
    stripe.close();
  }

  private String customer(String... parameters) throws IOException {
    return merchant.post("/v1/customers", parameters).at("/id");
  }

  private String setupSession(String customer) throws IOException {
    Reply made =
        merchant.post(
            "/v1/checkout/sessions",
            "mode",
            "setup",
            "payment_method_types[]",
            "card",
            "customer",
            customer,
            "success_url",
            "https://shop.example/saved",
            "setup_intent_data[metadata][order]",
            "7",
            "expand[]",
            "setup_intent");
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    return made.at("/id");
  }

  /** Returns the payment method that the customer saves with the card. */
  private String save(String customer, Card card) throws IOException {
    String session = setupSession(customer);
    stripe.payers().pay(session, card);
    return merchant
        .get("/v1/checkout/sessions/" + session + "?expand[]=setup_intent")
        .at("/setup_intent/payment_method");
  }

  private Reply charge(String key, String customer, String method, String... others)
      throws IOException {
    String[] parameters = {
      "amount", "2500",
      "currency", "eur",
      "customer", customer,
      "payment_method", method,
      "payment_method_types[]", "card",
      "off_session", "true",
      "confirm", "true",
      "error_on_requires_action", "true",
      "metadata[order]", key,
    };
    return merchant.postWithKey(
        key,
        INTENTS,
        Stream.concat(Stream.of(parameters), Stream.of(others)).toArray(String[]::new));
  }

  @Test
  void a_customer_keeps_its_fields_and_belongs_to_one_mode() throws IOException {
    Reply made =
        merchant.postWithKey(
            "c", "/v1/customers", "email", "ada@example.com", "name", "Ada", "metadata[shop]", "3");

    assertThat(made.at("/id")).startsWith("cus_");
    Reply found = merchant.get("/v1/customers/" + made.at("/id"));
    assertThat(found.text()).isEqualTo(made.text());
    assertThat(found.at("/email")).isEqualTo("ada@example.com");
    assertThat(found.at("/name")).isEqualTo("Ada");
    assertThat(found.at("/metadata/shop")).isEqualTo("3");
    Reply live =
        new Merchant(stripe, StripeEmulator.LIVE_KEY).get("/v1/customers/" + made.at("/id"));
    assertThat(live.status()).isEqualTo(404);
    assertThat(live.at("/error/code")).isEqualTo("resource_missing");
    assertThat(merchant.post("/v1/customers", "email", "ada").at("/error/code"))
        .isEqualTo("email_invalid");
  }

  @Test
  void a_setup_session_saves_a_card_without_a_charge() throws IOException {
    String customer = customer("email", "ada@example.com");
    String session = setupSession(customer);
    Reply open = merchant.get("/v1/checkout/sessions/" + session + "?expand[]=setup_intent");
    assertThat(open.at("/mode")).isEqualTo("setup");
    assertThat(open.at("/payment_status")).isEqualTo("no_payment_required");
    assertThat(open.json().at("/amount_total").isNull()).isTrue();
    assertThat(open.at("/setup_intent/status")).isEqualTo("requires_payment_method");
    assertThat(open.at("/setup_intent/metadata/order")).isEqualTo("7");

    assertThat(merchant.get("/c/pay/" + session).text())
        .contains("Save a card", "value=\"VISA\"")
        .doesNotContain("DEBIT");
    assertThat(stripe.payers().pay(session, Card.VISA))
        .contains(URI.create("https://shop.example/saved"));

    Reply done =
        merchant.get(
            "/v1/checkout/sessions/"
                + session
                + "?expand[]=setup_intent.payment_method&expand[]=customer");
    assertThat(done.at("/status")).isEqualTo("complete");
    assertThat(done.at("/customer/id")).isEqualTo(customer);
    assertThat(done.at("/customer_details/email")).isEqualTo("ada@example.com");
    assertThat(done.at("/setup_intent/status")).isEqualTo("succeeded");
    assertThat(done.at("/setup_intent/customer")).isEqualTo(customer);
    assertThat(done.at("/setup_intent/payment_method/customer")).isEqualTo(customer);
    assertThat(done.at("/setup_intent/payment_method/type")).isEqualTo("card");
    assertThat(done.at("/setup_intent/payment_method/card/brand")).isEqualTo("visa");
    assertThat(done.at("/setup_intent/payment_method/card/last4")).isEqualTo("4242");
    Reply setup = merchant.get("/v1/setup_intents/" + done.at("/setup_intent/id"));
    assertThat(setup.at("/payment_method")).startsWith("pm_");
    assertThat(setup.at("/usage")).isEqualTo("off_session");
    assertThat(stripe.book().entries()).isEmpty();
  }

  @Test
  void a_declined_card_is_not_saved_and_the_session_stays_open() throws IOException {
    String session = setupSession(customer());
    assertThat(stripe.payers().pay(session, Card.DECLINED)).isEmpty();

    Reply failed =
        merchant.get("/v1/checkout/sessions/" + session + "?expand[]=setup_intent.latest_attempt");
    assertThat(failed.at("/status")).isEqualTo("open");
    assertThat(failed.at("/setup_intent/last_setup_error/code")).isEqualTo("card_declined");
    assertThat(failed.json().at("/setup_intent/payment_method").isNull()).isTrue();
    assertThat(failed.at("/setup_intent/latest_attempt/status")).isEqualTo("failed");

    merchant.post("/v1/checkout/sessions/" + session + "/expire");
    assertThat(merchant.get("/v1/setup_intents/" + failed.at("/setup_intent/id")).at("/status"))
        .isEqualTo("canceled");
  }

  @Test
  void a_payment_saves_its_card_for_a_new_customer() throws IOException {
    String session = merchant.open("payment_intent_data[setup_future_usage]", "off_session");
    stripe.payers().pay(session, Card.CHALLENGED_UNLESS_SET_UP);

    Reply paid =
        merchant.get(
            "/v1/checkout/sessions/"
                + session
                + "?expand[]=payment_intent.payment_method&expand[]=payment_intent.latest_charge");
    String customer = paid.at("/customer");
    assertThat(customer).startsWith("cus_");
    assertThat(paid.at("/payment_intent/customer")).isEqualTo(customer);
    assertThat(paid.at("/payment_intent/setup_future_usage")).isEqualTo("off_session");
    assertThat(paid.at("/payment_intent/payment_method/customer")).isEqualTo(customer);
    String card = "/payment_intent/latest_charge/payment_method_details/card";
    assertThat(paid.at(card + "/network_transaction_id")).matches("[0-9]{15}");
    assertThat(paid.at(card + "/three_d_secure/result")).isEqualTo("authenticated");

    Reply later = charge("later", customer, paid.at("/payment_intent/payment_method/id"));
    assertThat(later.at("/status")).isEqualTo("succeeded");
    Reply charged = merchant.get("/v1/charges/" + later.at("/latest_charge"));
    assertThat(charged.at("/payment_method_details/card/network_transaction_id"))
        .matches("[0-9]{15}")
        .isNotEqualTo(paid.at(card + "/network_transaction_id"));
    assertThat(charged.json().at("/payment_method_details/card/three_d_secure").isNull()).isTrue();
  }

  @Test
  void a_payment_without_a_wish_to_save_its_card_cannot_be_repeated() throws IOException {
    String customer = customer();
    String session = merchant.open("customer", customer);
    stripe.payers().pay(session, Card.VISA);
    String method = merchant.get(INTENTS + "/" + merchant.intentOf(session)).at("/payment_method");

    assertThat(merchant.get("/v1/customers/" + customer).at("/email"))
        .isEqualTo("jenny@example.com");
    assertThat(merchant.get("/v1/customers/" + customer + "/payment_methods").json().at("/data"))
        .isEmpty();
    assertThat(charge("again", customer, method).at("/error/message"))
        .contains("It may not be used again");
  }

  @Test
  void a_saved_card_is_charged_once_under_a_key() throws IOException {
    String customer = customer();
    String method = save(customer, Card.VISA);

    Reply first = charge("k", customer, method, "description", "Tea", "expand[]", "latest_charge");
    Reply again = charge("k", customer, method, "description", "Tea", "expand[]", "latest_charge");

    assertThat(first.at("/status")).isEqualTo("succeeded");
    assertThat(first.at("/payment_method")).isEqualTo(method);
    assertThat(first.at("/customer")).isEqualTo(customer);
    assertThat(first.at("/description")).isEqualTo("Tea");
    assertThat(first.at("/latest_charge/payment_method_details/card/last4")).isEqualTo("4242");
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(stripe.book().standings())
        .singleElement()
        .satisfies(standing -> {
          assertThat(standing.names().reference()).isEqualTo("k");
          assertThat(standing.names().page()).isEmpty();
          assertThat(standing.net()).isEqualTo(2500);
        });
    assertThat(merchant.get(INTENTS + "?customer=" + customer).json().at("/data")).hasSize(1);
    assertThat(merchant.get(INTENTS + "?customer=" + customer()).json().at("/data")).isEmpty();
    assertThat(stripe.book().faults()).isEmpty();
  }

  @Test
  void two_keys_for_one_order_charge_twice_and_the_ledger_reports_it() throws IOException {
    String customer = customer();
    String method = save(customer, Card.VISA);
    charge("order", customer, method);
    merchant.postWithKey(
        "another",
        INTENTS,
        "amount",
        "2500",
        "currency",
        "eur",
        "customer",
        customer,
        "payment_method",
        method,
        "off_session",
        "recurring",
        "confirm",
        "true",
        "metadata[order]",
        "order");

    assertThat(stripe.book().faults()).singleElement().asString().contains("charged twice");
  }

  @Test
  void a_held_charge_is_captured_refunded_or_canceled() throws IOException {
    String customer = customer();
    String method = save(customer, Card.VISA);
    Reply held = charge("held", customer, method, "capture_method", "manual");
    Reply other = charge("other", customer, method, "capture_method", "manual");
    assertThat(held.at("/status")).isEqualTo("requires_capture");
    assertThat(held.json().at("/amount_capturable").asLong()).isEqualTo(2500);

    assertThat(
            merchant
                .post(INTENTS + "/" + held.at("/id") + "/capture", "amount_to_capture", "2000")
                .at("/status"))
        .isEqualTo("succeeded");
    assertThat(
            merchant
                .post("/v1/refunds", "payment_intent", held.at("/id"), "amount", "500")
                .at("/status"))
        .isEqualTo("succeeded");
    assertThat(merchant.post(INTENTS + "/" + other.at("/id") + "/cancel").at("/status"))
        .isEqualTo("canceled");

    assertThat(stripe.book().standings())
        .extracting(Ledger.Standing::net)
        .containsExactly(1500L, 0L);
    assertThat(stripe.book().standings()).extracting(Ledger.Standing::held).containsOnly(0L);
    assertThat(stripe.book().faults()).isEmpty();
  }

  @Test
  void a_card_that_needs_its_payer_is_declined_with_the_intent_in_the_error() throws IOException {
    String customer = customer();
    for (Card card : List.of(Card.ALWAYS_CHALLENGED, Card.CHALLENGED, Card.SOFT_DECLINED)) {
      Reply declined = charge(card.name(), customer, save(customer, card));

      assertThat(declined.status()).isEqualTo(402);
      assertThat(declined.at("/error/type")).isEqualTo("card_error");
      assertThat(declined.at("/error/code")).isEqualTo("authentication_required");
      assertThat(declined.at("/error/decline_code")).isEqualTo("authentication_required");
      assertThat(declined.at("/error/payment_intent/status")).isEqualTo("requires_payment_method");
      assertThat(declined.json().at("/error/payment_intent/payment_method").isNull()).isTrue();
      assertThat(declined.json().at("/error/charge").isMissingNode())
          .isEqualTo(card != Card.SOFT_DECLINED);
      Reply intent = merchant.get(INTENTS + "/" + declined.at("/error/payment_intent/id"));
      assertThat(intent.at("/last_payment_error/code")).isEqualTo("authentication_required");
      assertThat(intent.at("/last_payment_error/payment_method/card/last4"))
          .isEqualTo(card.last4());
      assertThat(charge(card.name(), customer, declined.at("/error/payment_method/id")).text())
          .isEqualTo(declined.text());
      assertThat(merchant.post(INTENTS + "/" + intent.at("/id") + "/cancel").at("/status"))
          .isEqualTo("canceled");
    }
    assertThat(stripe.book().entries())
        .extracting(Ledger.Entry::kind)
        .containsExactly(Kind.DECLINED, Kind.DECLINED, Kind.DECLINED);
  }

  @Test
  void an_issuer_s_decline_has_the_network_s_code_and_advice() throws IOException {
    String customer = customer();
    Reply declined = charge("a", customer, save(customer, Card.DECLINED_WHEN_CHARGED));
    Reply revoked = charge("b", customer, save(customer, Card.REVOKED));

    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.at("/error/code")).isEqualTo("card_declined");
    assertThat(declined.at("/error/decline_code")).isEqualTo("generic_decline");
    assertThat(declined.at("/error/network_decline_code")).isEqualTo("05");
    assertThat(declined.at("/error/advice_code")).isEqualTo("try_again_later");
    assertThat(declined.at("/error/charge")).startsWith("ch_");
    assertThat(revoked.at("/error/decline_code")).isEqualTo("revocation_of_authorization");
    assertThat(revoked.at("/error/network_decline_code")).isEqualTo("R1");
    assertThat(revoked.at("/error/advice_code")).isEqualTo("do_not_try_again");
    Reply charge = merchant.get("/v1/charges/" + revoked.at("/error/charge"));
    assertThat(charge.at("/status")).isEqualTo("failed");
    assertThat(charge.at("/outcome/reason")).isEqualTo("revocation_of_authorization");
    assertThat(charge.at("/customer")).isEqualTo(customer);
  }

  @Test
  void an_issuer_can_decline_a_saved_card_for_a_while() throws IOException {
    String customer = customer();
    String method = save(customer, Card.MASTERCARD);
    assertThat(charge("a", customer, method).status()).isEqualTo(200);

    merchant.post("/emulator/payment_methods/" + method + "/outcome", "card", "insufficient_funds");
    Reply declined = charge("b", customer, method, "expand[]", "latest_charge");
    assertThat(declined.at("/error/decline_code")).isEqualTo("insufficient_funds");
    assertThat(declined.at("/error/message")).isEqualTo("Your card has insufficient funds.");
    assertThat(declined.at("/error/payment_method/card/last4")).isEqualTo("4444");
    assertThat(declined.at("/error/payment_intent/latest_charge/failure_code"))
        .isEqualTo("card_declined");
    assertThat(declined.at("/error/payment_intent/latest_charge/outcome/reason"))
        .isEqualTo("insufficient_funds");

    stripe.payers().changeOutcome(method, Card.ALWAYS_CHALLENGED);
    assertThat(charge("b2", customer, method).at("/error/code"))
        .isEqualTo("authentication_required");

    stripe.payers().changeOutcome(method, Card.VISA);
    assertThat(charge("c", customer, method).at("/status")).isEqualTo("succeeded");
    Reply failed = merchant.get(INTENTS + "/" + declined.at("/error/payment_intent/id"));
    assertThat(failed.at("/last_payment_error/decline_code")).isEqualTo("insufficient_funds");
  }

  @Test
  void only_the_customer_who_saved_a_card_can_be_charged_until_the_card_is_detached()
      throws IOException {
    String customer = customer();
    String other = customer();
    String method = save(customer, Card.MASTERCARD);
    save(other, Card.VISA);
    String list = "/v1/customers/" + customer + "/payment_methods?type=card";
    assertThat(merchant.get(list).json().at("/data/0/id").asString()).isEqualTo(method);
    assertThat(merchant.get(list).json().at("/data")).hasSize(1);

    Reply foreign = charge("a", other, method);
    assertThat(foreign.status()).isEqualTo(400);
    assertThat(foreign.at("/error/type")).isEqualTo("invalid_request_error");
    assertThat(foreign.at("/error/param")).isEqualTo("payment_method");
    assertThat(foreign.at("/error/message")).contains("does not belong to the Customer");
    assertThat(charge("b", "", method).at("/error/param")).isEqualTo("source");
    assertThat(charge("c", customer, "pm_none").at("/error/code")).isEqualTo("resource_missing");
    assertThat(charge("c", customer, "pm_none").status()).isEqualTo(400);

    Reply detached = merchant.post("/v1/payment_methods/" + method + "/detach");
    assertThat(detached.json().at("/customer").isNull()).isTrue();
    assertThat(merchant.get("/v1/payment_methods/" + method).text()).isEqualTo(detached.text());
    assertThat(merchant.get(list).json().at("/data")).isEmpty();
    Reply gone = charge("d", customer, method);
    assertThat(gone.status()).isEqualTo(400);
    assertThat(gone.at("/error/message")).contains("was detached from a Customer");
    assertThat(merchant.post("/v1/payment_methods/" + method + "/detach").at("/error/message"))
        .contains("is not attached to a customer");
    assertThat(stripe.book().entries()).isEmpty();
  }

  @Test
  void an_invalid_charge_is_rejected_before_anything_is_created() throws IOException {
    String customer = customer();
    String method = save(customer, Card.VISA);
    for (List<String> wrong :
        List.of(
            List.of("amount_too_small", "amount", "49"),
            List.of("parameter_invalid", "currency", "xyz"),
            List.of("parameter_missing", "payment_method", ""),
            List.of("resource_missing", "customer", "cus_none"),
            List.of("parameter_invalid", "off_session", "false"),
            List.of("parameter_invalid", "confirm", "false"),
            List.of("parameter_invalid", "statement_descriptor", "Tea"),
            List.of("parameter_invalid_string", "statement_descriptor_suffix", "x".repeat(23)),
            List.of("parameter_unknown", "colour", "red"))) {
      Reply rejected = charge("k" + wrong, customer, method, wrong.get(1), wrong.get(2));
      assertThat(rejected.status()).as("%s", wrong).isEqualTo(400);
      assertThat(rejected.at("/error/code")).as("%s", wrong).isEqualTo(wrong.getFirst());
    }
    assertThat(merchant.get(INTENTS).json().at("/data")).isEmpty();
  }

  @Test
  void a_session_rejects_parameters_of_the_other_mode() throws IOException {
    String customer = customer();
    for (List<String> wrong :
        List.of(
            List.of("mode", "setup"),
            List.of("setup_intent_data[metadata][order]", "1"),
            List.of("customer_email", "ada@example.com"),
            List.of("customer_creation", "always"),
            List.of("payment_intent_data[setup_future_usage]", "always"),
            List.of("customer", "cus_none"))) {
      Reply rejected =
          merchant.post(
              "/v1/checkout/sessions",
              Merchant.session("customer", customer, wrong.getFirst(), wrong.getLast()));
      assertThat(rejected.status()).as("%s", wrong).isEqualTo(400);
      assertThat(rejected.at("/error/param")).isNotEmpty();
    }
  }

  @Test
  void a_lost_charge_is_executed_at_most_once() throws IOException {
    String customer = customer();
    String method = save(customer, Card.VISA);
    for (Fault fault : List.of(Fault.LOST_BEFORE, Fault.LOST_AFTER, Fault.RESET_AFTER, Fault.CUT)) {
      stripe.faults().next("POST /v1/payment_intents", fault);
      assertThatThrownBy(() -> charge(fault.name(), customer, method))
          .isInstanceOf(IOException.class);
      assertThat(charge(fault.name(), customer, method).at("/status")).isEqualTo("succeeded");
    }
    for (Fault fault : List.of(Fault.CONFLICT, Fault.TOO_MANY, Fault.ERROR_BEFORE)) {
      stripe.faults().next("POST /v1/payment_intents", fault);
      assertThat(charge(fault.name(), customer, method).status()).isIn(409, 429, 500);
      assertThat(charge(fault.name(), customer, method).at("/status")).isEqualTo("succeeded");
    }
    stripe.faults().next("POST /v1/payment_intents", Fault.ERROR_AFTER);
    assertThat(charge("error", customer, method).status()).isEqualTo(500);
    assertThat(charge("error", customer, method).status()).isEqualTo(500);

    assertThat(stripe.book().standings()).hasSize(8);
    assertThat(stripe.book().standings()).extracting(Ledger.Standing::net).containsOnly(2500L);
    assertThat(merchant.get(INTENTS + "?customer=" + customer).json().at("/data")).hasSize(8);
    assertThat(stripe.book().faults()).isEmpty();
  }

  @Test
  void a_saved_and_a_declined_card_are_reported_by_webhooks() throws Exception {
    String customer = customer();
    stripe.listen(URI.create(stripe.url() + "/nowhere"), "whsec_test");
    charge("k", customer, save(customer, Card.ALWAYS_CHALLENGED));
    stripe.webhooks().awaitQuiet(Duration.ofSeconds(30));

    assertThat(stripe.webhooks().deliveries())
        .extracting(Webhooks.Delivery::type)
        .contains(
            "setup_intent.created",
            "payment_method.attached",
            "setup_intent.succeeded",
            "checkout.session.completed",
            "payment_intent.created",
            "payment_intent.payment_failed");
  }
}
