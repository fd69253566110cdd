package emulator.stripe;

import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** `/v1/customers`, `/v1/payment_methods` and `/v1/setup_intents`. */
final class CustomerApi {
  static final Set<String> CREATE =
      Set.of(
          "address*",
          "description",
          "email",
          "expand[*]",
          "metadata",
          "name",
          "phone",
          "preferred_locales[*]",
          "shipping*",
          "tax_exempt");

  static final Set<String> METHODS =
      Set.of(
          "allow_redisplay",
          "created[gte]",
          "created[lte]",
          "ending_before",
          "expand[*]",
          "limit",
          "starting_after",
          "type");

  static final Set<String> SETUP = Set.of("client_secret", "expand[*]");

  private static final Set<String> EXPANDABLE = Set.of("customer");
  private static final Set<String> EXPANDABLE_OF_SETUP =
      Set.of("customer", "latest_attempt", "payment_method");

  private static final int MAX_NAME = 256;
  private static final int MAX_EMAIL = 512;

  private CustomerApi() {}

  static ObjectNode create(Call call) {
    Parameters in = call.parameters();
    String email = in.find("email").orElse(null);
    if (email != null && !email.matches("[^@\\s]+@[^@\\s]+\\.[^@\\s.]+")) {
      throw Refusal.parameter("email_invalid", "Invalid email address: " + email, "email");
    }
    in.checkLength("email", MAX_EMAIL);
    in.checkLength("name", MAX_NAME);
    Customer customer = call.world().saved.create(call.live(), in.metadata("metadata"));
    customer.email = email;
    customer.name = in.find("name").orElse(null);
    customer.description = in.find("description").orElse(null);
    customer.phone = in.find("phone").orElse(null);
    call.world().saved.emitCreated(customer);
    return MethodShapes.customer(customer);
  }

  static ObjectNode get(Call call) {
    return MethodShapes.customer(find(call));
  }

  private static Customer find(Call call) {
    return call.get(call.world().saved.customers, one -> one.live, "customer", "id");
  }

  static ObjectNode methods(Call call) {
    Customer customer = find(call);
    String type = call.parameters().find("type").orElse("");
    return call.page(
        call.world().saved.methods.values().stream()
            .filter(method -> method.customer == customer)
            .filter(method -> type.isEmpty() || MethodShapes.type(method.card).equals(type)),
        method -> method.id,
        method -> method.created,
        method -> MethodShapes.method(call.shapesOfList(), method),
        "/v1/customers/" + customer.id + "/payment_methods");
  }

  static ObjectNode method(Call call) {
    return MethodShapes.method(call.shapes(), findMethod(call));
  }

  static ObjectNode detach(Call call) {
    PaymentMethod method = findMethod(call);
    if (method.customer == null) {
      throw Refusal.state(
          "The payment method you provided is not attached to a customer so detachment is impossible.");
    }
    call.world().saved.detach(method);
    return MethodShapes.method(call.shapes(), method);
  }

  private static PaymentMethod findMethod(Call call) {
    Shapes.check(call.parameters().list("expand"), EXPANDABLE);
    return call.get(call.world().saved.methods, one -> one.live, "PaymentMethod", "payment_method");
  }

  static ObjectNode setup(Call call) {
    Shapes.check(call.parameters().list("expand"), EXPANDABLE_OF_SETUP);
    SetupIntent setup =
        call.get(call.world().saved.setups, one -> one.live, "setupintent", "intent");
    return MethodShapes.setup(call.shapes(), setup);
  }
}
