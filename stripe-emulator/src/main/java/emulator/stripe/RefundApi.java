package emulator.stripe;

import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** `/v1/refunds`: creates, reads, lists, updates and cancels refunds. */
final class RefundApi {
  static final Set<String> CREATE =
      Set.of(
          "amount",
          "charge",
          "currency",
          "customer",
          "expand[*]",
          "instructions_email",
          "metadata",
          "origin",
          "payment_intent",
          "reason",
          "refund_application_fee",
          "reverse_transfer");

  static final Set<String> LIST =
      Set.of(
          "charge",
          "created[gte]",
          "created[lte]",
          "ending_before",
          "expand[*]",
          "limit",
          "payment_intent",
          "starting_after");

  private static final Set<String> EXPANDABLE =
      Set.of("charge", "payment_intent", "payment_intent.latest_charge", "balance_transaction");
  private static final Set<String> REASONS =
      Set.of("duplicate", "fraudulent", "requested_by_customer");

  private RefundApi() {}

  static ObjectNode create(Call call) {
    Parameters in = call.parameters();
    Shapes.check(in.list("expand"), EXPANDABLE);
    String reason = in.findOneOf("reason", REASONS).orElse(null);
    if (in.find("charge").isPresent() == in.find("payment_intent").isPresent()) {
      throw Refusal.parameter(
          "parameter_missing",
          "One of the following params should be provided for this request: payment_intent or charge.",
          "payment_intent");
    }
    var metadata = in.metadata("metadata");
    Charge charge = chargeOf(call);
    long amount = in.findInteger("amount").orElse(charge.refundable());
    Money.checkAmount(amount, charge.intent.currency(), "amount");
    if (in.find("amount").isPresent() && amount < 1) {
      throw Refusal.parameter(
          "parameter_invalid_integer", "This value must be greater than or equal to 1.", "amount");
    }
    check(charge, amount);
    return call.shapes().refund(call.world().refund(charge, amount, metadata, reason));
  }

  private static Charge chargeOf(Call call) {
    Parameters in = call.parameters();
    World world = call.world();
    if (in.find("charge").isPresent()) {
      return call.find(
          world.charges, one -> one.intent.live(), in.get("charge"), "charge", "charge");
    }
    Intent intent =
        call.find(
            world.intents,
            Intent::live,
            in.get("payment_intent"),
            "payment_intent",
            "payment_intent");
    if (intent.received == 0) {
      throw Refusal.state(
          "This PaymentIntent (" + intent.id + ") does not have a successful charge to refund.");
    }
    return intent.charge();
  }

  private static void check(Charge charge, long amount) {
    if (charge.dispute != null && !charge.dispute.isChargeRefundable()) {
      throw Refusal.state(
          "charge_disputed",
          "Charge " + charge.id + " has been charged back; cannot issue a refund.");
    }
    if (charge.captured > 0 && charge.refundable() == 0) {
      throw Refusal.state(
          "charge_already_refunded", "Charge " + charge.id + " has already been refunded.");
    }
    if (amount > charge.refundable()) {
      throw Refusal.state(
          "Refund amount ("
              + amount
              + ") is greater than unrefunded amount on charge ("
              + charge.refundable()
              + ")");
    }
  }

  static ObjectNode get(Call call) {
    Shapes.check(call.parameters().list("expand"), EXPANDABLE);
    Refund refund =
        call.get(call.world().refunds, one -> one.charge.intent.live(), "refund", "refund");
    return call.shapes().refund(refund);
  }

  static ObjectNode list(Call call) {
    String intent = call.parameters().find("payment_intent").orElse("");
    String charge = call.parameters().find("charge").orElse("");
    return call.page(
        call.world().refunds.values().stream()
            .filter(refund -> refund.charge.intent.live() == call.live())
            .filter(refund -> intent.isEmpty() || refund.charge.intent.id.equals(intent))
            .filter(refund -> charge.isEmpty() || refund.charge.id.equals(charge)),
        refund -> refund.id,
        refund -> refund.created,
        call.shapesOfList()::refund,
        "/v1/refunds");
  }
}
