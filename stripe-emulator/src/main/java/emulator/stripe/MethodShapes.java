package emulator.stripe;

import emulator.provider.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Customers, payment methods and SetupIntents as JSON. {@link Shapes} has the other objects. */
final class MethodShapes {
  private MethodShapes() {}

  static ObjectNode customer(Customer customer) {
    ObjectNode json =
        Shapes.head(customer.id, "customer", customer.created, customer.live)
            .putNull("address")
            .put("balance", 0)
            .putNull("currency")
            .putNull("default_source")
            .put("delinquent", false)
            .put("description", customer.description)
            .put("email", customer.email)
            .put("name", customer.name)
            .put("phone", customer.phone)
            .putNull("shipping")
            .put("tax_exempt", "none")
            .putNull("test_clock");
    json.putObject("invoice_settings")
        .putNull("custom_fields")
        .putNull("default_payment_method")
        .putNull("footer")
        .putNull("rendering_options");
    json.putArray("preferred_locales");
    json.set("metadata", Json.of(customer.metadata));
    return json;
  }

  static ObjectNode method(Shapes shapes, PaymentMethod method) {
    ObjectNode json =
        Shapes.head(method.id, "payment_method", method.created, method.live)
            .put("allow_redisplay", method.setUp ? "limited" : "unspecified")
            .put("type", type(method.card));
    json.set("billing_details", billingDetails(method.email));
    if (method.card.isCard()) {
      ObjectNode card = card(method.card).put("display_brand", method.card.brand());
      card.putNull("generated_from").putNull("regulated_status");
      card.putObject("networks").putNull("preferred").putArray("available").add(brand(method));
      card.putObject("three_d_secure_usage").put("supported", true);
      json.set("card", card);
    }
    json.putObject("metadata");
    shapes.reference(json, "customer", method.customer, one -> one.id, (_, one) -> customer(one));
    return json;
  }

  static String type(Card card) {
    return card.isCard() ? "card" : "sepa_debit";
  }

  private static String brand(PaymentMethod method) {
    return method.card.brand();
  }

  /** Returns the fields of a card that are common to payment methods and charges. */
  static ObjectNode card(Card of) {
    ObjectNode card =
        Json.object()
            .put("brand", of.brand())
            .put("country", of.isEuropean() ? "DE" : "US")
            .put("exp_month", 12)
            .put("exp_year", 2034)
            .put("fingerprint", "Xt5EWLLDS7FJj" + of.last4())
            .put("funding", "credit")
            .put("last4", of.last4())
            .putNull("wallet");
    card.putObject("checks")
        .putNull("address_line1_check")
        .put("address_postal_code_check", "pass")
        .put("cvc_check", "pass");
    return card;
  }

  static ObjectNode billingDetails(String email) {
    ObjectNode json =
        Json.object()
            .put("email", email)
            .put("name", Session.PAYER)
            .putNull("phone")
            .putNull("tax_id");
    json.putObject("address")
        .putNull("city")
        .put("country", "DE")
        .putNull("line1")
        .putNull("line2")
        .put("postal_code", "10115")
        .putNull("state");
    return json;
  }

  /** Returns the result of a challenge that the payer passed, or null without one. */
  static JsonNode challenge(boolean passed) {
    ObjectNode json = Json.object();
    return passed
        ? json.put("authentication_flow", "challenge")
            .put("electronic_commerce_indicator", "05")
            .putNull("exemption_indicator")
            .put("result", "authenticated")
            .putNull("result_reason")
            .put("transaction_id", "6f1c5a0e-0000-4000-8000-000000000000")
            .put("version", "2.2.0")
        : json.nullNode();
  }

  static ObjectNode setup(Shapes shapes, SetupIntent setup) {
    ObjectNode json =
        Shapes.head(setup.id, "setup_intent", setup.created, setup.live)
            .putNull("application")
            .putNull("automatic_payment_methods")
            .put("cancellation_reason", setup.status.equals("canceled") ? "abandoned" : null)
            .put("client_secret", setup.clientSecret)
            .put("description", setup.description)
            .putNull("flow_directions")
            .putNull("mandate")
            .putNull("next_action")
            .putNull("on_behalf_of")
            .putNull("single_use_mandate")
            .put("status", setup.status)
            .put("usage", "off_session");
    json.putArray("payment_method_types").add("card");
    json.putObject("payment_method_options")
        .putObject("card")
        .putNull("mandate_options")
        .putNull("network")
        .put("request_three_d_secure", "automatic");
    json.set("metadata", Json.of(setup.metadata));
    json.set("last_setup_error", setupError(setup));
    shapes.reference(json, "customer", setup.customer, one -> one.id, (_, one) -> customer(one));
    shapes.reference(json, "payment_method", setup.method, one -> one.id, MethodShapes::method);
    shapes.reference(
        json,
        "latest_attempt",
        setup.method == null && setup.failed == null ? null : setup,
        one -> attemptId(one),
        (_, one) -> attempt(one));
    return json;
  }

  private static JsonNode setupError(SetupIntent setup) {
    PaymentMethod failed = setup.failed;
    ObjectNode json = Json.object();
    if (failed == null) {
      return json.nullNode();
    }
    String code = failed.card.code().replace("payment_intent", "setup_intent");
    return error(json, failed, failed.card, code);
  }

  /**
   * Adds the fields of a card error, and returns the error.
   *
   * @param outcome the card whose effect the attempt had
   */
  static ObjectNode error(ObjectNode error, PaymentMethod method, Card outcome, String code) {
    error
        .put("code", code)
        .put("doc_url", "https://stripe.com/docs/error-codes/" + code.replace('_', '-'))
        .put("message", outcome.message())
        .put("payment_method_type", type(method.card))
        .put("type", "card_error");
    if (!outcome.declineCode().isEmpty()) {
      error.put("decline_code", outcome.declineCode());
      error.put("network_decline_code", outcome.networkDeclineCode());
    }
    if (!outcome.adviceCode().isEmpty()) {
      error.put("advice_code", outcome.adviceCode());
    }
    error.set("payment_method", method(Shapes.plain(), method));
    return error;
  }

  private static String attemptId(SetupIntent setup) {
    return "setatt_" + setup.id.substring("seti_".length());
  }

  private static ObjectNode attempt(SetupIntent setup) {
    boolean succeeded = setup.failed == null;
    PaymentMethod method = succeeded ? setup.method : setup.failed;
    ObjectNode json =
        Shapes.head(attemptId(setup), "setup_attempt", setup.created, setup.live)
            .putNull("application")
            .put("customer", setup.customer == null ? null : setup.customer.id)
            .putNull("flow_directions")
            .putNull("on_behalf_of")
            .put("payment_method", method == null ? null : method.id)
            .put("setup_intent", setup.id)
            .put("status", succeeded ? "succeeded" : "failed")
            .put("usage", "off_session");
    json.set("setup_error", setupError(setup));
    ObjectNode details = json.putObject("payment_method_details").put("type", "card");
    if (method != null) {
      ObjectNode card = card(method.card).put("network", method.card.brand());
      card.set("three_d_secure", challenge(succeeded && method.card.isChallenged()));
      details.set("card", card);
    }
    return json;
  }
}
