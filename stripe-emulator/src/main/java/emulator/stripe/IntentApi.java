package emulator.stripe;

import java.util.LinkedHashMap;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * `/v1/payment_intents`: reads, updates, captures and cancels intents. {@link ChargeLaterApi}
 * creates them.
 */
final class IntentApi {
  static final Set<String> GET = Set.of("client_secret", "expand[*]");

  /** The parameters of an update that don't affect the payment itself. */
  static final Set<String> UPDATE = Set.of("description", "expand[*]", "metadata");

  static final Set<String> CAPTURE =
      Set.of(
          "amount_details*",
          "amount_to_capture",
          "application_fee_amount",
          "expand[*]",
          "final_capture",
          "metadata",
          "payment_details*",
          "statement_descriptor",
          "statement_descriptor_suffix",
          "transfer_data*");

  static final Set<String> CANCEL = Set.of("cancellation_reason", "expand[*]");
  static final Set<String> LIST =
      Set.of(
          "created[gte]",
          "created[lte]",
          "customer",
          "ending_before",
          "expand[*]",
          "limit",
          "starting_after");

  static final Set<String> EXPANDABLE =
      Set.of("latest_charge", "latest_charge.refunds", "payment_method", "customer");
  private static final Set<String> REASONS =
      Set.of("duplicate", "fraudulent", "requested_by_customer", "abandoned");

  private IntentApi() {}

  static ObjectNode get(Call call) {
    return shown(call, find(call));
  }

  static ObjectNode update(Call call) {
    Intent intent = find(call);
    addMetadata(call, intent);
    call.parameters().find("description").ifPresent(text -> intent.description = text);
    return shown(call, intent);
  }

  /** Merges metadata by name. An empty value removes its name. */
  private static void addMetadata(Call call, Intent intent) {
    var metadata = new LinkedHashMap<>(intent.metadata);
    metadata.putAll(call.parameters().metadata("metadata"));
    metadata.values().removeIf(String::isEmpty);
    intent.metadata = metadata;
  }

  static ObjectNode capture(Call call) {
    Intent intent = find(call);
    long amount = call.parameters().findInteger("amount_to_capture").orElse(intent.capturable);
    if (intent.status.equals("succeeded")) {
      throw unexpected(
          intent, "This PaymentIntent could not be captured because it has already been captured.");
    }
    if (!intent.status.equals("requires_capture")) {
      throw unexpected(
          intent,
          "This PaymentIntent could not be captured because it has a status of "
              + intent.status
              + ". Only a PaymentIntent with one of the following statuses may be captured: requires_capture.");
    }
    Money.checkAmount(amount, intent.currency(), "amount_to_capture");
    if (amount < 1 || amount > intent.capturable) {
      throw Refusal.parameter(
          amount < 1 ? "parameter_invalid_integer" : "amount_too_large",
          "The amount_to_capture must be at least 1, and at most what is capturable.",
          "amount_to_capture");
    }
    addMetadata(call, intent);
    call.world().capture(intent, amount);
    return shown(call, intent);
  }

  static ObjectNode cancel(Call call) {
    Intent intent = find(call);
    String reason = call.parameters().findOneOf("cancellation_reason", REASONS).orElse(null);
    if (intent.session != null && intent.session.status.equals("open")) {
      throw unexpected(
          intent,
          "You cannot cancel this PaymentIntent while its Checkout Session is open. Expire the Checkout Session instead.");
    }
    if (!Set.of("requires_capture", "requires_payment_method").contains(intent.status)) {
      throw unexpected(
          intent,
          "You cannot cancel this PaymentIntent because it has a status of " + intent.status + ".");
    }
    call.world().cancel(intent, reason);
    return shown(call, intent);
  }

  private static Refusal unexpected(Intent intent, String message) {
    return Refusal.state("payment_intent_unexpected_state", message, Shapes.plain().intent(intent));
  }

  static ObjectNode list(Call call) {
    String customer = call.parameters().find("customer").orElse("");
    return call.page(
        call.world().intents.values().stream()
            .filter(intent -> intent.live() == call.live())
            .filter(intent ->
                customer.isEmpty()
                    || (intent.customer != null && intent.customer.id.equals(customer))),
        intent -> intent.id,
        intent -> intent.created,
        call.shapesOfList()::intent,
        "/v1/payment_intents");
  }

  static ObjectNode charge(Call call) {
    Charge charge = call.get(call.world().charges, one -> one.intent.live(), "charge", "charge");
    return call.shapes().charge(charge);
  }

  static ObjectNode dispute(Call call) {
    return call.shapes()
        .dispute(
            call.get(call.world().disputes, one -> one.charge.intent.live(), "dispute", "dispute"));
  }

  static ObjectNode disputes(Call call) {
    Shapes.check(call.expandedOfList(), Set.of("charge", "payment_intent"));
    String intent = call.parameters().find("payment_intent").orElse("");
    String charge = call.parameters().find("charge").orElse("");
    return call.page(
        call.world().disputes.values().stream()
            .filter(dispute -> dispute.charge.intent.live() == call.live())
            .filter(dispute -> intent.isEmpty() || dispute.charge.intent.id.equals(intent))
            .filter(dispute -> charge.isEmpty() || dispute.charge.id.equals(charge)),
        dispute -> dispute.id,
        dispute -> dispute.created,
        call.shapesOfList()::dispute,
        "/v1/disputes");
  }

  private static Intent find(Call call) {
    Shapes.check(call.parameters().list("expand"), EXPANDABLE);
    return call.get(call.world().intents, Intent::live, "payment_intent", "intent");
  }

  private static ObjectNode shown(Call call, Intent intent) {
    return call.shapes().intent(intent);
  }
}
