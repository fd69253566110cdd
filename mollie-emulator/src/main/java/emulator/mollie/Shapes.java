package emulator.mollie;

import emulator.provider.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of Mollie's objects. */
final class Shapes {
  static final String PROFILE = "pfl_EmulatorQk";
  private static final String ORGANIZATION = "org_12345678";
  private static final String DASHBOARD = "https://www.mollie.com/dashboard/" + ORGANIZATION + "/";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'+00:00'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);

  /** The address of the API with `/v2/`. */
  private final String api;

  /** The address of the payers' page, to which the id is added. */
  private final String page;

  private final World world;
  private final BalanceShapes balances;

  Shapes(String address, World world) {
    this.world = world;
    this.balances = new BalanceShapes(address + "/v2/");
    this.api = address + "/v2/";
    this.page = address + PayPage.PATH;
  }

  static String time(Instant time) {
    return TIME.format(time);
  }

  static String date(Instant time) {
    return DATE.format(time);
  }

  static String mode(boolean live) {
    return live ? "live" : "test";
  }

  ObjectNode payment(Payment payment) {
    ObjectNode json =
        Json.object()
            .put("resource", "payment")
            .put("id", payment.id)
            .put("mode", mode(payment.live))
            .put("createdAt", time(payment.created));
    json.set("amount", payment.amount.json());
    json.putNull("metadata");
    json.setAll(payment.given);
    json.put("method", payment.method == null ? null : payment.method.id())
        .put("status", payment.status.text())
        .put("profileId", PROFILE)
        .put("sequenceType", payment.terms.sequence().text());
    payment.terms.customer().ifPresent(customer -> json.put("customerId", customer.id));
    if (payment.mandate != null) {
      json.put("mandateId", payment.mandate.id);
    }
    if (!payment.status.isFinal()) {
      json.put("isCancelable", payment.isCancelable());
    }
    addTimes(json, payment);
    addAmounts(json, payment);
    addDetails(json, payment);
    addLinks(json, payment);
    return settled(json, payment);
  }

  BalanceShapes balances() {
    return balances;
  }

  /** Adds the settlement of an object, if it has one. */
  private ObjectNode settled(ObjectNode json, Object source) {
    world
        .funds
        .settlementOf(source)
        .ifPresent(settlement -> {
          json.put("settlementId", settlement.id);
          ((ObjectNode) json.get("_links"))
              .putObject("settlement")
              .put("href", api + "settlements/" + settlement.id)
              .put("type", "application/hal+json");
        });
    return json;
  }

  private static void addTimes(ObjectNode json, Payment payment) {
    add(json, "expiresAt", payment.status == Status.OPEN ? payment.expiresAt : null);
    add(json, "authorizedAt", payment.authorizedAt);
    add(json, "captureBefore", payment.status == Status.AUTHORIZED ? payment.captureBefore : null);
    add(json, "paidAt", payment.paidAt);
    add(json, "canceledAt", payment.canceledAt);
    add(json, "expiredAt", payment.expiredAt);
    add(json, "failedAt", payment.failedAt);
  }

  private static void add(ObjectNode json, String name, @Nullable Instant time) {
    if (time != null) {
      json.put(name, time(time));
    }
  }

  private static void addAmounts(ObjectNode json, Payment payment) {
    Amount whole = payment.amount;
    if (payment.terms.isHeld()) {
      json.set("amountCaptured", whole.with(payment.captured()).json());
    }
    if (payment.status == Status.PAID) {
      json.set("amountRefunded", whole.with(payment.refunded()).json());
      json.set("amountRemaining", whole.with(payment.refundable()).json());
    }
    if (payment.chargedBack() > 0) {
      json.set("amountChargedBack", whole.with(payment.chargedBack()).json());
    }
  }

  private static void addDetails(ObjectNode json, Payment payment) {
    boolean isKnown =
        payment.status == Status.PAID
            || payment.status == Status.AUTHORIZED
            || payment.status == Status.PENDING
            || payment.status == Status.FAILED;
    if (!isKnown || payment.method == null) {
      return;
    }
    switch (payment.method) {
      case CREDITCARD -> addCard(json.putObject("details"), payment);
      case IDEAL, EPS -> addAccount(json.putObject("details"));
      case BANCONTACT ->
          addAccount(json.putObject("details").put("cardNumber", Card.MASTERCARD.last4()));
      case PAYPAL ->
          json.putObject("details")
              .put("consumerName", Card.HOLDER)
              .put("consumerAccount", "payer@example.com")
              .put("paypalReference", "9AL35361CF606152E")
              .put("paypalPayerId", "WDJJHEBZ4X2LY");
      case BANKTRANSFER ->
          addAccount(
              json.putObject("details")
                  .put("bankName", "Stichting Mollie Payments")
                  .put("bankAccount", "NL53ABNA0627535577")
                  .put("bankBic", "ABNANL2A")
                  .put("transferReference", "RF12-3456-7890-1234"));
      case DIRECTDEBIT -> addDebit(json.putObject("details"), payment);
    }
  }

  private static void addCard(ObjectNode details, Payment payment) {
    Card card = payment.card == null ? Card.MASTERCARD : payment.card;
    details
        .put("cardNumber", card.last4())
        .put("cardHolder", Card.HOLDER)
        .put("cardAudience", "consumer")
        .put("cardLabel", card.label())
        .put("cardFingerprint", card.fingerprint())
        .put("cardCountryCode", "NL")
        .put("cardExpiryDate", Card.EXPIRY)
        .put("cardFunding", "credit")
        .put("cardSecurity", payment.terms.sequence() == Sequence.RECURRING ? "normal" : "3dsecure")
        .put("cardMaskedNumber", card.bin() + "******" + card.last4())
        .put("cardBin", card.bin())
        .put("feeRegion", "other");
    if (payment.failure != null) {
      details
          .put("failureReason", payment.failure.text())
          .put("failureMessage", "The payment failed. Use another card.");
    }
  }

  private static void addAccount(ObjectNode details) {
    details
        .put("consumerName", Card.HOLDER)
        .put("consumerAccount", "NL53INGB0654422370")
        .put("consumerBic", "INGBNL2A");
  }

  private static void addDebit(ObjectNode details, Payment payment) {
    addAccount(details);
    if (payment.mandate != null) {
      details.setAll(payment.mandate.details);
    }
    details
        .put("transferReference", "SD49-7608-3386-2993")
        .put("creditorIdentifier", "NL08ZZZ502057730000")
        .put("dueDate", date(payment.created.plusSeconds(86_400)));
    if (payment.status == Status.FAILED) {
      details.put("bankReasonCode", "AM04").put("bankReason", "Insufficient funds");
    }
  }

  private void addLinks(ObjectNode json, Payment payment) {
    String self = api + "payments/" + payment.id;
    Links links =
        Links.of(json)
            .api("self", self)
            .page("dashboard", DASHBOARD + "payments/" + payment.id)
            .page("documentation", Links.DOCUMENTATION + "get-payment");
    boolean isRecurring = payment.terms.sequence() == Sequence.RECURRING;
    if (payment.status == Status.OPEN && !isRecurring) {
      links.page("checkout", page + payment.id);
    }
    boolean isChangeable =
        payment.status == Status.PAID || (isRecurring && payment.status == Status.PENDING);
    if (!payment.live && isChangeable) {
      links.page("changePaymentState", page + payment.id);
    }
    if (!payment.refunds.isEmpty()) {
      links.api("refunds", self + "/refunds");
    }
    if (!payment.chargebacks.isEmpty()) {
      links.api("chargebacks", self + "/chargebacks");
    }
    if (!payment.captures.isEmpty()) {
      links.api("captures", self + "/captures");
    }
    payment
        .terms
        .customer()
        .ifPresent(customer -> links.api("customer", api + "customers/" + customer.id));
    if (payment.mandate != null) {
      links.api("mandate", url(payment.mandate));
    }
  }

  ObjectNode capture(Capture capture) {
    ObjectNode json =
        part("capture", capture.id, capture.payment, capture.amount, capture.created)
            .put("status", capture.status)
            .put("mode", mode(capture.payment.live))
            .setAll(capture.given);
    return settled(json, capture);
  }

  ObjectNode refund(Refund refund) {
    ObjectNode json =
        part("refund", refund.id, refund.payment, refund.amount, refund.created)
            .put("status", refund.status)
            .put("mode", mode(refund.payment.live))
            .put("description", refund.payment.text("description").orElse(""))
            .putNull("metadata")
            .setAll(refund.given);
    return settled(json, refund);
  }

  ObjectNode chargeback(Chargeback chargeback) {
    ObjectNode json =
        part(
            "chargeback", chargeback.id, chargeback.payment, chargeback.amount, chargeback.created);
    if (chargeback.payment.method == Method.DIRECTDEBIT) {
      json.putObject("reason").put("code", "MD06").put("description", "Refund request by payer");
    }
    settled(json, chargeback);
    return json.put(
        "reversedAt", chargeback.reversedAt == null ? null : time(chargeback.reversedAt));
  }

  /** Returns the fields that the parts of a payment have in common. */
  private ObjectNode part(
      String resource, String id, Payment payment, Amount amount, Instant created) {
    ObjectNode json =
        Json.object()
            .put("resource", resource)
            .put("id", id)
            .put("paymentId", payment.id)
            .put("createdAt", time(created));
    json.set("amount", amount.json());
    String parent = api + "payments/" + payment.id;
    Links.of(json)
        .api("self", parent + "/" + resource + "s/" + id)
        .api("payment", parent)
        .page("documentation", Links.DOCUMENTATION + "get-" + resource);
    return json;
  }

  ObjectNode customer(Customer customer) {
    ObjectNode json =
        Json.object()
            .put("resource", "customer")
            .put("id", customer.id)
            .put("mode", mode(customer.live))
            .put("createdAt", time(customer.created))
            .putNull("name")
            .putNull("email")
            .putNull("locale")
            .putNull("metadata");
    json.setAll(customer.given);
    String self = api + "customers/" + customer.id;
    Links links =
        Links.of(json)
            .api("self", self)
            .page("dashboard", DASHBOARD + "customers/" + customer.id)
            .page("documentation", Links.DOCUMENTATION + "get-customer");
    if (!customer.payments.isEmpty()) {
      links.api("payments", self + "/payments");
    }
    if (!customer.mandates.isEmpty()) {
      links.api("mandates", self + "/mandates");
    }
    return json;
  }

  ObjectNode mandate(Mandate mandate) {
    ObjectNode json =
        Json.object()
            .put("resource", "mandate")
            .put("id", mandate.id)
            .put("mode", mode(mandate.customer.live))
            .put("status", mandate.status)
            .put("method", mandate.method.id())
            .put("customerId", mandate.customer.id)
            .put("mandateReference", mandate.reference)
            .put("signatureDate", mandate.signatureDate)
            .put("createdAt", time(mandate.created));
    json.set("details", mandate.details);
    ArrayNode scopes = json.putArray("scopes").add("customer-not-present");
    if (mandate.method == Method.CREDITCARD) {
      scopes.add("customer-present");
    }
    Links.of(json)
        .api("self", url(mandate))
        .api("customer", api + "customers/" + mandate.customer.id)
        .page("documentation", Links.DOCUMENTATION + "get-mandate");
    return json;
  }

  private String url(Mandate mandate) {
    return api + "customers/" + mandate.customer.id + "/mandates/" + mandate.id;
  }

  /** Returns the account or card of a first payment, for its mandate. */
  static ObjectNode mandateDetails(Payment payment) {
    ObjectNode details = Json.object();
    if (payment.method == Method.CREDITCARD) {
      Card card = payment.card == null ? Card.MASTERCARD : payment.card;
      return details
          .put("cardHolder", Card.HOLDER)
          .put("cardNumber", card.last4())
          .put("cardLabel", card.label())
          .put("cardFingerprint", card.fingerprint())
          .put("cardExpiryDate", Card.LAST_DAY);
    }
    if (payment.method == Method.PAYPAL) {
      return details.put("consumerName", Card.HOLDER).put("consumerAccount", "payer@example.com");
    }
    addAccount(details);
    return details;
  }

  ObjectNode method(Method method) {
    ObjectNode json =
        Json.object()
            .put("resource", "method")
            .put("id", method.id())
            .put("description", method.title())
            .put("status", "activated");
    json.set("minimumAmount", method.least().json());
    method
        .most()
        .ifPresentOrElse(
            most -> json.set("maximumAmount", most.json()), () -> json.putNull("maximumAmount"));
    String image = "https://www.mollie.com/external/icons/payment-methods/" + method.id();
    json.putObject("image")
        .put("size1x", image + ".png")
        .put("size2x", image + "%402x.png")
        .put("svg", image + ".svg");
    Links.of(json)
        .api("self", api + "methods/" + method.id())
        .page("documentation", Links.DOCUMENTATION + "get-method");
    return json;
  }

  ObjectNode organization() {
    ObjectNode json =
        Json.object()
            .put("resource", "organization")
            .put("id", ORGANIZATION)
            .put("name", "A shop")
            .put("email", "shop@example.com")
            .put("locale", "nl_NL")
            .put("registrationNumber", "12345678")
            .put("vatNumber", "NL123456789B01");
    Links.of(json)
        .api("self", api + "organizations/me")
        .page("dashboard", DASHBOARD)
        .page("documentation", Links.DOCUMENTATION + "get-current-organization");
    return json;
  }

  ObjectNode permission(String id) {
    ObjectNode json =
        Json.object()
            .put("resource", "permission")
            .put("id", id)
            .put("description", "Permission " + id)
            .put("granted", true);
    Links.of(json)
        .api("self", api + "permissions/" + id)
        .page("documentation", Links.DOCUMENTATION + "get-permission");
    return json;
  }

  ObjectNode profile(boolean live) {
    ObjectNode json =
        Json.object()
            .put("resource", "profile")
            .put("id", PROFILE)
            .put("mode", mode(live))
            .put("name", "A shop")
            .put("website", "https://shop.example")
            .put("email", "shop@example.com")
            .put("phone", "+31208202070")
            .put("businessCategory", "OTHER_MERCHANDISE")
            .put("status", "verified")
            .put("createdAt", "2024-03-20T09:13:37+00:00");
    Links.of(json)
        .api("self", api + "profiles/" + PROFILE)
        .page("dashboard", DASHBOARD + "settings/profiles/" + PROFILE)
        .api("methods", api + "methods")
        .api("payments", api + "payments")
        .api("refunds", api + "refunds")
        .api("chargebacks", api + "chargebacks")
        .page("documentation", Links.DOCUMENTATION + "get-profile");
    return json;
  }
}
