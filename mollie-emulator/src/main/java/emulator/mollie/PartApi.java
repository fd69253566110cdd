package emulator.mollie;

import emulator.provider.Answer;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The captures, refunds and chargebacks of payments. */
final class PartApi {
  static final Set<String> CREATE = Set.of("amount", "description", "metadata");
  static final Set<String> GET = Set.of("embed");
  static final Set<String> LIST = Set.of("from", "limit", "sort", "embed");

  private static final Set<String> REPEATED = Set.of("description", "metadata");

  /** The time in which Mollie rejects a second refund of the same amount. */
  private static final Duration DUPLICATE = Duration.ofHours(1);

  private PartApi() {}

  static Answer createCapture(Call call) {
    Payment payment = call.payment();
    Amount amount = call.body().findAmount().orElse(payment.amount);
    ObjectNode given = call.body().copy(REPEATED);
    if (payment.status != Status.AUTHORIZED || payment.hasCapture()) {
      throw Problem.unprocessable("The payment has no authorization that can be captured");
    }
    check(amount, payment, payment.amount.minor());
    return Answer.hal(201, call.shapes().capture(call.world().capture(payment, amount, given)));
  }

  private static void check(Amount amount, Payment payment, long most) {
    if (!amount.currency().equals(payment.amount.currency())) {
      throw Problem.invalid("The currency differs from the payment's", "amount.currency");
    }
    if (amount.minor() < 1) {
      throw Problem.invalid("The amount is lower than the minimum", "amount");
    }
    if (amount.minor() > most) {
      throw Problem.invalid("The amount is higher than the maximum", "amount");
    }
  }

  static Answer capture(Call call) {
    Capture capture = find(call, call.world().captures.get(call.part()), "capture", c -> c.payment);
    return shown(call, call.shapes().capture(capture), capture.payment);
  }

  static Answer captures(Call call) {
    return page(
        call,
        "captures",
        call.payment().captures.stream(),
        capture -> capture.id,
        capture -> capture.payment,
        call.shapes()::capture);
  }

  static Answer createRefund(Call call) {
    Payment payment = call.payment();
    Amount amount = call.body().findAmount().orElseThrow(() -> Problem.missing("amount"));
    ObjectNode given = call.body().copy(REPEATED);
    if (payment.status != Status.PAID) {
      throw Problem.unprocessable("The payment can't be refunded in its status");
    }
    boolean isDuplicate =
        payment.refunds.stream()
            .anyMatch(refund ->
                refund.stands()
                    && refund.amount.equals(amount)
                    && refund.created.plus(DUPLICATE).isAfter(call.world().now()));
    if (isDuplicate) {
      throw Problem.duplicateRefund();
    }
    check(amount, payment, payment.refundable());
    return Answer.hal(201, call.shapes().refund(call.world().refund(payment, amount, given)));
  }

  static Answer refund(Call call) {
    Refund refund = findRefund(call);
    return shown(call, call.shapes().refund(refund), refund.payment);
  }

  private static Refund findRefund(Call call) {
    return find(call, call.world().refunds.get(call.part()), "refund", refund -> refund.payment);
  }

  static Answer cancelRefund(Call call) {
    Refund refund = findRefund(call);
    if (!refund.isCancelable()) {
      throw Problem.unprocessable("The refund can't be canceled in its status");
    }
    call.world().cancel(refund);
    return Answer.empty(204);
  }

  static Answer refundsOfPayment(Call call) {
    return refunds(call, call.payment().refunds.stream());
  }

  static Answer refunds(Call call) {
    return refunds(call, call.world().refunds.values().stream());
  }

  private static Answer refunds(Call call, Stream<Refund> refunds) {
    return page(
        call,
        "refunds",
        refunds,
        refund -> refund.id,
        refund -> refund.payment,
        call.shapes()::refund);
  }

  static Answer chargeback(Call call) {
    Chargeback chargeback =
        find(call, call.world().chargebacks.get(call.part()), "chargeback", one -> one.payment);
    return shown(call, call.shapes().chargeback(chargeback), chargeback.payment);
  }

  static Answer chargebacksOfPayment(Call call) {
    return chargebacks(call, call.payment().chargebacks.stream());
  }

  static Answer chargebacks(Call call) {
    return chargebacks(call, call.world().chargebacks.values().stream());
  }

  private static Answer chargebacks(Call call, Stream<Chargeback> chargebacks) {
    return page(
        call,
        "chargebacks",
        chargebacks,
        chargeback -> chargeback.id,
        chargeback -> chargeback.payment,
        call.shapes()::chargeback);
  }

  /** Returns the part if it belongs to the payment in the path. */
  private static <T> T find(
      Call call, @Nullable T part, String what, Function<T, Payment> paymentOf) {
    if (part == null || paymentOf.apply(part) != call.payment()) {
      throw Problem.noSuch(what, call.part());
    }
    return part;
  }

  private static Answer shown(Call call, ObjectNode json, Payment payment) {
    return Answer.hal(200, embedded(call, json, payment));
  }

  private static <T> Answer page(
      Call call,
      String what,
      Stream<T> parts,
      Function<T, String> id,
      Function<T, Payment> paymentOf,
      Function<T, ObjectNode> shape) {
    return call.page(
        what,
        parts.filter(part -> paymentOf.apply(part).live == call.live()),
        id,
        part -> embedded(call, shape.apply(part), paymentOf.apply(part)));
  }

  private static ObjectNode embedded(Call call, ObjectNode json, Payment payment) {
    if (call.embeds("payment")) {
      json.putObject("_embedded").set("payment", call.shapes().payment(payment));
    }
    return json;
  }
}
