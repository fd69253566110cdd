package emulator.stripe;

import emulator.provider.Json;
import emulator.stripe.BalanceTransaction.Source;
import java.util.Collection;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stripe's objects as JSON, with the documented fields that matter to an integration for payments.
 * A field with an id can be expanded.
 */
final class Shapes {
  /** The maximum number of entries of a list within another object. The newest are included. */
  private static final int MOST_EMBEDDED = 10;

  private static final long DAY = 86_400;

  private static final Shapes NOTHING_EXPANDED = new Shapes(Set.of(), "");

  private final Set<String> expanded;

  /** The position in the expansion paths, for example `payment_intent.`. */
  private final String prefix;

  private Shapes(Set<String> expanded, String prefix) {
    this.expanded = expanded;
    this.prefix = prefix;
  }

  /**
   * Returns shapes that expand these paths.
   *
   * @param expanded paths such as `payment_intent.latest_charge`
   */
  static Shapes expanding(Collection<String> expanded) {
    return new Shapes(Set.copyOf(expanded), "");
  }

  static Shapes plain() {
    return NOTHING_EXPANDED;
  }

  ObjectNode session(Session session) {
    Session.Terms terms = session.terms;
    boolean setup = terms.saving().setup();
    boolean paid = session.intent != null && session.intent.status.equals("succeeded");
    ObjectNode json =
        head(session.id, "checkout.session", session.created, session.live)
            .put("amount_subtotal", setup ? null : terms.amount())
            .put("amount_total", setup ? null : terms.amount())
            .put("cancel_url", terms.links().cancel())
            .put("client_reference_id", terms.labels().clientReference())
            .put("currency", setup ? null : terms.currency())
            .put("customer_creation", customerCreation(session))
            .put("customer_email", terms.labels().customerEmail())
            .put("expires_at", terms.expiresAt())
            .put("locale", terms.labels().locale())
            .put("mode", setup ? "setup" : "payment")
            .put("payment_method_collection", setup ? "always" : "if_required")
            .put("payment_status", setup ? "no_payment_required" : paid ? "paid" : "unpaid")
            .put("status", session.status)
            .put("success_url", terms.links().success())
            .put("ui_mode", "hosted")
            .put("url", session.status.equals("open") ? session.url : null);
    json.putObject("adaptive_pricing").put("enabled", false);
    json.putObject("automatic_tax")
        .put("enabled", false)
        .putNull("liability")
        .putNull("provider")
        .putNull("status");
    json.putArray("payment_method_types").add("card");
    json.putArray("custom_fields");
    json.putArray("shipping_options");
    json.putObject("custom_text")
        .putNull("after_submit")
        .putNull("shipping_address")
        .putNull("submit")
        .putNull("terms_of_service_acceptance");
    json.putObject("total_details")
        .put("amount_discount", 0)
        .put("amount_shipping", 0)
        .put("amount_tax", 0);
    json.set("metadata", Json.of(terms.metadata()));
    json.set("customer_details", customerDetails(session));
    json.putNull("subscription").putNull("invoice");
    customer(json, session.customer);
    reference(json, "setup_intent", session.setup, one -> one.id, MethodShapes::setup);
    reference(json, "payment_intent", session.intent, intent -> intent.id, Shapes::intent);
    if (isExpanded("line_items")) {
      json.set("line_items", lineItems(session));
    }
    return json;
  }

  private static @Nullable String customerCreation(Session session) {
    Session.Saving saving = session.terms.saving();
    boolean given = session.customer != null && !saving.createsCustomer();
    return given ? null : saving.createsCustomer() ? "always" : "if_required";
  }

  private void customer(ObjectNode json, @Nullable Customer customer) {
    reference(json, "customer", customer, one -> one.id, (_, one) -> MethodShapes.customer(one));
  }

  private static JsonNode customerDetails(Session session) {
    if (session.card != null) {
      ObjectNode json = MethodShapes.billingDetails(session.email());
      json.remove("tax_id");
      return json.put("tax_exempt", "none");
    }
    boolean isKnown =
        session.terms.labels().customerEmail() != null
            || (session.customer != null && session.customer.email != null);
    ObjectNode json = Json.object();
    return isKnown ? json.put("email", session.email()) : json.nullNode();
  }

  private static ObjectNode lineItems(Session session) {
    ArrayNode data = Json.array();
    data.addObject()
        .put("object", "item")
        .put("amount_total", session.terms.amount())
        .put("currency", session.terms.currency())
        .put("description", session.terms.labels().itemName())
        .put("quantity", 1);
    return list(data, false, "/v1/checkout/sessions/" + session.id + "/line_items");
  }

  ObjectNode intent(Intent intent) {
    ObjectNode json =
        head(intent.id, "payment_intent", intent.created, intent.live())
            .put("amount", intent.amount())
            .put("amount_capturable", intent.capturable)
            .put("amount_received", intent.received)
            .put("canceled_at", intent.canceledAt)
            .put("cancellation_reason", intent.cancellationReason)
            .put("capture_method", intent.terms.manual() ? "manual" : "automatic_async")
            .put("client_secret", intent.clientSecret)
            .put("confirmation_method", "automatic")
            .put("currency", intent.currency())
            .put("description", intent.description)
            .put("setup_future_usage", intent.terms.usage())
            .putNull("statement_descriptor")
            .put("statement_descriptor_suffix", intent.terms.descriptorSuffix())
            .put("status", intent.status);
    json.putArray("payment_method_types").add("card");
    json.set("metadata", Json.of(intent.metadata));
    json.set("last_payment_error", lastError(intent));
    json.putNull("next_action").putNull("processing");
    customer(json, intent.customer);
    reference(json, "latest_charge", intent.latestCharge(), charge -> charge.id, Shapes::charge);
    reference(json, "payment_method", intent.method(), one -> one.id, MethodShapes::method);
    return json;
  }

  private static JsonNode lastError(Intent intent) {
    ObjectNode json = Json.object();
    return intent.failed == null ? json.nullNode() : error(json, intent, intent.failed);
  }

  /** Adds the error of the last attempt, and returns the error. */
  static ObjectNode error(ObjectNode error, Intent intent, Intent.Failure failed) {
    Charge charge = intent.latestCharge();
    if (charge != null) {
      error.put("charge", charge.id);
    }
    return MethodShapes.error(error, failed.method(), failed.outcome(), failed.outcome().code());
  }

  ObjectNode charge(Charge charge) {
    Intent intent = charge.intent;
    boolean failed = charge.status.equals("failed");
    ObjectNode json =
        head(charge.id, "charge", charge.created, intent.live())
            .put("amount", intent.amount())
            .put("amount_captured", charge.captured)
            .put("amount_refunded", charge.shownAsRefunded())
            .put("captured", charge.captured > 0)
            .put("currency", intent.currency())
            .put("description", intent.description)
            .put("disputed", charge.dispute != null)
            .put("failure_code", failed ? charge.outcome.code() : null)
            .put("failure_message", failed ? charge.outcome.message() : null)
            .put("paid", !failed && !charge.status.equals("pending"))
            .put("payment_method", charge.method.id)
            .put("receipt_url", failed ? null : "https://pay.stripe.com/receipts/" + charge.id)
            .put("refunded", charge.shownAsRefunded() == intent.amount())
            .put("status", charge.status);
    json.set("metadata", Json.of(intent.metadata));
    json.set("billing_details", MethodShapes.billingDetails(charge.method.email));
    customer(json, intent.customer);
    reference(json, "payment_intent", intent, one -> one.id, Shapes::intent);
    transaction(json, "balance_transaction", charge.transaction);
    json.set("outcome", outcome(charge, failed));
    json.set("payment_method_details", paymentMethodDetails(charge, failed));
    if (isExpanded("refunds")) {
      ArrayNode data = Json.array();
      charge.refunds.reversed().stream()
          .limit(MOST_EMBEDDED)
          .forEach(refund -> data.add(plain().refund(refund)));
      boolean hasMore = charge.refunds.size() > MOST_EMBEDDED;
      json.set("refunds", list(data, hasMore, "/v1/charges/" + charge.id + "/refunds"));
    }
    return json;
  }

  private static ObjectNode outcome(Charge charge, boolean failed) {
    Card card = charge.outcome;
    boolean byIssuer = failed && !card.declineCode().isEmpty();
    boolean isAdvised = failed && !card.adviceCode().isEmpty();
    return Json.object()
        .put("advice_code", isAdvised ? card.adviceCode() : null)
        .putNull("network_advice_code")
        .put("network_decline_code", byIssuer ? card.networkDeclineCode() : null)
        .put("network_status", failed ? "declined_by_network" : "approved_by_network")
        .put("reason", byIssuer ? card.declineCode() : null)
        .put("risk_level", "normal")
        .put("risk_score", 12)
        .put("seller_message", failed ? "The bank declined it." : "Payment complete.")
        .put("type", failed ? "issuer_declined" : "authorized");
  }

  private static ObjectNode paymentMethodDetails(Charge charge, boolean failed) {
    ObjectNode json = Json.object();
    if (!charge.card.isCard()) {
      json.putObject("sepa_debit").put("country", "DE").put("last4", charge.card.last4());
      return json.put("type", "sepa_debit");
    }
    ObjectNode card =
        MethodShapes.card(charge.card)
            .put("amount_authorized", charge.intent.amount())
            .put("network", charge.card.brand())
            .put("authorization_code", failed ? null : "123456")
            .put("network_transaction_id", charge.networkTransaction);
    boolean isChallenged = charge.isOnPage() && charge.card.isChallenged();
    card.set("three_d_secure", MethodShapes.challenge(isChallenged));
    json.set("card", card);
    return json.put("type", "card");
  }

  ObjectNode refund(Refund refund) {
    Charge charge = refund.charge;
    ObjectNode json =
        Json.object()
            .put("id", refund.id)
            .put("object", "refund")
            .put("amount", refund.amount)
            .put("created", refund.created)
            .put("currency", charge.intent.currency())
            .put("reason", refund.reason)
            .put("status", refund.status);
    reference(json, "charge", charge, one -> one.id, Shapes::charge);
    reference(json, "payment_intent", charge.intent, one -> one.id, Shapes::intent);
    transaction(json, "balance_transaction", refund.transaction);
    json.set("metadata", Json.of(refund.metadata));
    if (refund.failureReason != null) {
      json.put("failure_reason", refund.failureReason);
    }
    if (refund.failureTransaction != null) {
      transaction(json, "failure_balance_transaction", refund.failureTransaction);
    }
    return json;
  }

  ObjectNode dispute(Dispute dispute) {
    Charge charge = dispute.charge;
    ObjectNode json =
        head(dispute.id, "dispute", dispute.created, charge.intent.live())
            .put("amount", dispute.amount)
            .put("currency", charge.intent.currency())
            .put("is_charge_refundable", dispute.isChargeRefundable())
            .put("reason", dispute.reason)
            .put("status", dispute.status);
    reference(json, "charge", charge, one -> one.id, Shapes::charge);
    reference(json, "payment_intent", charge.intent, one -> one.id, Shapes::intent);
    ArrayNode transactions = json.putArray("balance_transactions");
    dispute.transactions.forEach(one -> transactions.add(plain().transaction(one)));
    json.putObject("evidence_details")
        .put("due_by", dispute.created + 7 * DAY)
        .put("has_evidence", !dispute.evidence.isEmpty())
        .put("past_due", false)
        .put("submission_count", dispute.submissions);
    json.set("evidence", Json.of(dispute.evidence));
    json.set("metadata", Json.of(dispute.metadata));
    return json;
  }

  private void transaction(ObjectNode json, String name, @Nullable BalanceTransaction one) {
    reference(json, name, one, found -> found.id, Shapes::transaction);
  }

  ObjectNode transaction(BalanceTransaction transaction) {
    BalanceTransaction.Cause cause = transaction.cause;
    ObjectNode json =
        Json.object()
            .put("id", transaction.id)
            .put("object", "balance_transaction")
            .put("amount", transaction.amount)
            .put("available_on", transaction.availableOn)
            .put("balance_type", "payments")
            .put("created", transaction.created)
            .put("currency", transaction.currency)
            .put("description", cause.description())
            .put("exchange_rate", transaction.exchangeRate)
            .put("fee", transaction.fee())
            .put("net", transaction.net())
            .put("reporting_category", cause.category())
            .put("status", transaction.isAvailable() ? "available" : "pending")
            .put("type", cause.type());
    ArrayNode fees = json.putArray("fee_details");
    for (BalanceTransaction.Fee fee : transaction.fees) {
      fees.addObject()
          .put("amount", fee.amount())
          .putNull("application")
          .put("currency", transaction.currency)
          .put("description", fee.description())
          .put("type", fee.type());
    }
    reference(
        json, "source", cause.source(), Source::id, (shapes, one) -> one.shape().apply(shapes));
    return json;
  }

  ObjectNode payout(Payout payout) {
    ObjectNode json =
        head(payout.id, "payout", payout.created, payout.live)
            .put("amount", payout.amount)
            .putNull("application_fee")
            .putNull("application_fee_amount")
            .put("arrival_date", arrival(payout))
            .put("automatic", true)
            .put("currency", payout.currency)
            .put("description", "STRIPE PAYOUT")
            .put("destination", "ba_1DoubleDoubleDoubleDoub")
            .put("failure_code", payout.failureCode)
            .put("failure_message", payout.failureCode == null ? null : "The account is closed.")
            .put("method", "standard")
            .putNull("original_payout")
            .putNull("payout_method")
            .put("reconciliation_status", "completed")
            .putNull("reversed_by")
            .put("source_type", "card")
            .putNull("statement_descriptor")
            .put("status", payout.status)
            .put("type", "bank_account");
    json.putObject("metadata");
    json.putObject("trace_id")
        .put("status", payout.traceId == null ? "pending" : "supported")
        .put("value", payout.traceId);
    transaction(json, "balance_transaction", payout.transaction);
    transaction(json, "failure_balance_transaction", payout.failure);
    return json;
  }

  /** Returns the day on which a payout is expected at the bank: the next one. */
  static long arrival(Payout payout) {
    return (payout.created / DAY + 1) * DAY;
  }

  /** Returns an endpoint. Only a new endpoint includes its secret. */
  static ObjectNode endpoint(Endpoint endpoint, boolean withSecret) {
    ObjectNode json =
        head(endpoint.id, "webhook_endpoint", endpoint.created, endpoint.live)
            .put("api_version", endpoint.apiVersion)
            .putNull("application")
            .put("description", endpoint.description)
            .put("status", endpoint.disabled ? "disabled" : "enabled")
            .put("url", endpoint.url);
    ArrayNode events = json.putArray("enabled_events");
    endpoint.events.forEach(events::add);
    json.set("metadata", Json.of(endpoint.metadata));
    if (withSecret) {
      json.put("secret", endpoint.secrets.getFirst());
    }
    return json;
  }

  static ObjectNode list(ArrayNode data, boolean hasMore, String url) {
    ObjectNode json = Json.object().put("object", "list").put("has_more", hasMore).put("url", url);
    json.set("data", data);
    return json;
  }

  static ObjectNode head(String id, String object, long created, boolean live) {
    return Json.object()
        .put("id", id)
        .put("object", object)
        .put("created", created)
        .put("livemode", live);
  }

  private boolean isExpanded(String name) {
    String path = prefix + name;
    return expanded.stream().anyMatch(one -> one.equals(path) || one.startsWith(path + "."));
  }

  /** Writes the id, or the object if the request expands it. */
  <T> void reference(
      ObjectNode json,
      String name,
      @Nullable T object,
      Function<T, String> id,
      BiFunction<Shapes, T, ObjectNode> shape) {
    if (object == null) {
      json.putNull(name);
    } else if (isExpanded(name)) {
      json.set(name, shape.apply(new Shapes(expanded, prefix + name + "."), object));
    } else {
      json.put(name, id.apply(object));
    }
  }

  /** Rejects a path that can't be expanded. */
  static void check(Collection<String> paths, Set<String> possible) {
    String wrong =
        paths.stream().filter(path -> !possible.contains(path)).collect(Collectors.joining(", "));
    if (!wrong.isEmpty()) {
      throw Refusal.parameter(
          "parameter_invalid", "This property cannot be expanded (" + wrong + ").", "expand");
    }
  }
}
