package emulator.stripe;

import emulator.provider.Json;
import emulator.stripe.Intent.Terms;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * `POST /v1/payment_intents`: charges a saved payment method without the payer. The emulator
 * supports no other use of this request.
 */
final class ChargeLaterApi {
  static final Set<String> CREATE =
      Set.of(
          "amount",
          "automatic_payment_methods*",
          "capture_method",
          "confirm",
          "confirmation_method",
          "currency",
          "customer",
          "description",
          "error_on_requires_action",
          "expand[*]",
          "metadata",
          "off_session",
          "payment_method",
          "payment_method_options*",
          "payment_method_types[*]",
          "receipt_email",
          "return_url",
          "shipping*",
          "statement_descriptor",
          "statement_descriptor_suffix");

  private static final Set<String> METHODS = Set.of("automatic", "automatic_async", "manual");
  private static final Set<String> OFF_SESSION = Set.of("true", "one_off", "recurring");
  private static final int MAX_DESCRIPTION = 1000;
  private static final int MAX_DESCRIPTOR = 22;

  private ChargeLaterApi() {}

  static ObjectNode create(Call call) {
    Parameters in = call.parameters();
    Shapes.check(in.list("expand"), IntentApi.EXPANDABLE);
    Terms terms = terms(call);
    PaymentMethod method = method(call);
    World world = call.world();
    String id = world.ids.next("pi");
    var intent = new Intent(id, world.now(), id + "_secret_" + world.ids.text(25), null, terms);
    intent.customer = method.customer;
    intent.metadata = in.metadata("metadata");
    intent.description = in.find("description").orElse(null);
    world.chargeLater(intent, method);
    if (intent.failed != null) {
      throw Refusal.card(
          Shapes.error(Json.object(), intent, intent.failed), call.shapes().intent(intent));
    }
    return call.shapes().intent(intent);
  }

  private static Terms terms(Call call) {
    Parameters in = call.parameters();
    long amount = in.findInteger("amount").orElseThrow(() -> Refusal.missing("amount"));
    String currency = in.get("currency");
    Money.checkCurrency(currency, "currency");
    Money.checkCharge(amount, currency);
    String capture = in.findOneOf("capture_method", METHODS).orElse("automatic_async");
    checkConfirmation(in);
    in.checkLength("description", MAX_DESCRIPTION);
    in.checkLength("statement_descriptor_suffix", MAX_DESCRIPTOR);
    if (in.find("statement_descriptor").isPresent()) {
      throw Refusal.parameter(
          "parameter_invalid",
          "The `statement_descriptor` parameter is not supported for a card charge. Use `statement_descriptor_suffix` instead.",
          "statement_descriptor");
    }
    return new Terms(
        call.live(),
        amount,
        currency,
        capture.equals("manual"),
        null,
        in.find("statement_descriptor_suffix").orElse(null));
  }

  private static void checkConfirmation(Parameters in) {
    boolean offSession = OFF_SESSION.contains(in.find("off_session").orElse(""));
    if (offSession && !in.isTrue("confirm")) {
      throw Refusal.parameter(
          "parameter_invalid",
          "The parameter `off_session` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.",
          "off_session");
    }
    if (!offSession) {
      throw Refusal.notPlayed("off_session");
    }
    if (in.list("payment_method_types").stream().anyMatch(type -> !type.equals("card"))) {
      throw Refusal.notPlayed("payment_method_types");
    }
  }

  /** Returns the payment method. The customer of the request must have saved it. */
  private static PaymentMethod method(Call call) {
    Parameters in = call.parameters();
    SavedMethods saved = call.world().saved;
    String customer = in.find("customer").orElse("");
    if (!customer.isEmpty()) {
      call.named(saved.customers, one -> one.live, customer, "customer", "customer");
    }
    PaymentMethod method =
        call.named(
            saved.methods,
            one -> one.live,
            in.get("payment_method"),
            "PaymentMethod",
            "payment_method");
    if (method.customer == null) {
      throw Refusal.state(
          "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.");
    }
    if (customer.isEmpty()) {
      throw Refusal.parameter(
          "parameter_missing",
          "The `payment_method` parameter supplied "
              + method.id
              + " belongs to the Customer "
              + method.customer.id
              + ". Please include the Customer in the `customer` parameter on the PaymentIntent.",
          "source");
    }
    if (!method.customer.id.equals(customer)) {
      throw Refusal.otherCustomer(method.id, customer);
    }
    return method;
  }
}
