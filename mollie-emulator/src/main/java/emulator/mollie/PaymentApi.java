package emulator.mollie;

import emulator.mollie.Payment.Terms;
import emulator.provider.Answer;
import emulator.provider.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** `/v2/payments`, and `/v2/customers/{id}/payments`. */
final class PaymentApi {
  /** The fields of a request that the response repeats. */
  private static final Set<String> REPEATED =
      Set.of(
          "description",
          "redirectUrl",
          "cancelUrl",
          "webhookUrl",
          "lines",
          "billingAddress",
          "shippingAddress",
          "locale",
          "metadata",
          "restrictPaymentMethodsToCountry",
          "captureMode",
          "captureDelay");

  static final Set<String> CREATE =
      union(
          REPEATED,
          Set.of("amount", "method", "issuer", "sequenceType", "customerId", "mandateId"));

  static final Set<String> UPDATE =
      Set.of(
          "description",
          "redirectUrl",
          "cancelUrl",
          "webhookUrl",
          "metadata",
          "method",
          "locale",
          "issuer",
          "billingAddress",
          "shippingAddress",
          "restrictPaymentMethodsToCountry");

  static final Set<String> GET = Set.of("embed");
  static final Set<String> LIST = Set.of("from", "limit", "sort");

  private static final Pattern DELAY = Pattern.compile("([0-9]{1,3}) (hour|day)s?");
  private static final Duration LONGEST_DELAY = Duration.ofDays(7);

  private PaymentApi() {}

  private static Set<String> union(Set<String> some, Set<String> others) {
    var all = new HashSet<>(some);
    all.addAll(others);
    return Set.copyOf(all);
  }

  static Answer create(Call call) {
    Body in = call.body();
    Amount amount = in.findAmount().orElseThrow(() -> Problem.missing("amount"));
    in.get("description");
    Sequence sequence = in.find("sequenceType").map(Sequence::read).orElse(Sequence.ONEOFF);
    if (sequence != Sequence.RECURRING) {
      in.get("redirectUrl");
    }
    in.checkUrl("redirectUrl");
    in.checkUrl("cancelUrl");
    in.checkWebhook(call.live());
    ObjectNode given = in.copy(REPEATED);
    if (given.has("lines")) {
      Lines.check(given.get("lines"), amount);
    }
    Optional<Customer> customer = customer(call, sequence);
    Optional<Duration> delay = delay(in);
    Optional<String> captureMode = captureMode(in, delay.isPresent());
    List<Method> asked = methods(in);
    boolean isHeld = captureMode.filter("manual"::equals).isPresent() || delay.isPresent();
    List<Method> possible = possible(call.world(), asked, sequence, amount, isHeld);
    var terms = new Terms(sequence, possible, captureMode, delay, customer);
    World world = call.world();
    var payment = new Payment(world.ids.next("tr"), call.live(), world.now(), amount, terms, given);
    if (sequence == Sequence.RECURRING) {
      world.charge(payment, mandate(call, terms));
    } else {
      payment.method = asked.size() == 1 ? asked.getFirst() : null;
      world.open(payment);
    }
    return Answer.hal(201, call.shapes().payment(payment));
  }

  private static Optional<Customer> customer(Call call, Sequence sequence) {
    Optional<String> id =
        call.id().isEmpty() ? call.body().find("customerId") : Optional.of(call.id());
    if (id.isEmpty() && sequence != Sequence.ONEOFF) {
      throw Problem.invalid("A customer is required for this sequence type", "customerId");
    }
    return id.map(one -> {
      Customer customer = call.world().customers.get(one);
      if (customer == null || customer.live != call.live() || customer.deleted) {
        throw Problem.invalid("The customer id is invalid", "customerId");
      }
      return customer;
    });
  }

  private static Optional<String> captureMode(Body in, boolean isDelayed) {
    Optional<String> mode = in.find("captureMode");
    if (mode.isPresent() && !Set.of("automatic", "manual").contains(mode.get())) {
      throw Problem.invalid("The capture mode is invalid", "captureMode");
    }
    if (isDelayed && mode.filter("manual"::equals).isPresent()) {
      throw Problem.invalid("A capture delay requires automatic captures", "captureDelay");
    }
    return mode;
  }

  private static Optional<Duration> delay(Body in) {
    return in.find("captureDelay")
        .map(text -> {
          Matcher delay = DELAY.matcher(text);
          if (!delay.matches()) {
            throw Problem.invalid("The capture delay is invalid", "captureDelay");
          }
          long count = Long.parseLong(delay.group(1));
          Duration time =
              delay.group(2).equals("day") ? Duration.ofDays(count) : Duration.ofHours(count);
          if (time.compareTo(LONGEST_DELAY) > 0) {
            throw Problem.invalid("The capture delay is longer than 7 days", "captureDelay");
          }
          return time;
        });
  }

  /** Returns the methods that the request names; none for all. */
  private static List<Method> methods(Body in) {
    if (!in.has("method")) {
      return List.of();
    }
    JsonNode method = in.json().get("method");
    var methods = new ArrayList<Method>();
    for (JsonNode one : method.isArray() ? method : Json.array().add(method)) {
      methods.add(Method.find(one.stringValue("")).orElseThrow(PaymentApi::invalidMethod));
    }
    return methods;
  }

  private static Problem invalidMethod() {
    return Problem.invalid("The payment method is invalid", "method");
  }

  private static List<Method> possible(
      World world, List<Method> asked, Sequence sequence, Amount amount, boolean isHeld) {
    List<Method> wanted =
        asked.isEmpty()
            ? Arrays.stream(Method.values()).filter(world.methods::contains).toList()
            : asked;
    if (!world.methods.containsAll(wanted)) {
      throw invalidMethod();
    }
    List<Method> able =
        wanted.stream()
            .filter(method -> sequence != Sequence.FIRST || method.isForFirst())
            .filter(method -> sequence != Sequence.RECURRING || method.isForRecurring())
            .filter(method -> method.supports(amount.currency()))
            .toList();
    if (able.isEmpty()) {
      throw invalidMethod();
    }
    if (isHeld && able.stream().noneMatch(Method::hasCaptures)) {
      throw Problem.invalid("The payment method doesn't support captures", "captureMode");
    }
    List<Method> possible =
        able.stream()
            .filter(method -> !isHeld || method.hasCaptures())
            .filter(method -> method.allows(sequence, amount))
            .toList();
    if (possible.isEmpty()) {
      boolean isTooHigh = able.stream().allMatch(method -> method.isTooHigh(amount));
      throw Problem.invalid(
          "The amount is " + (isTooHigh ? "higher than the maximum" : "lower than the minimum"),
          "amount");
    }
    return possible;
  }

  /** Returns the mandate that a recurring payment charges: the named one, or the newest. */
  private static Mandate mandate(Call call, Terms terms) {
    List<Mandate> usable =
        terms.customer().orElseThrow().mandates.reversed().stream()
            .filter(Mandate::isUsable)
            .filter(mandate -> terms.methods().contains(mandate.method))
            .toList();
    Optional<String> named = call.body().find("mandateId");
    if (named.isPresent()) {
      return usable.stream()
          .filter(mandate -> mandate.id.equals(named.get()))
          .findFirst()
          .orElseThrow(() -> Problem.invalid("The mandate is invalid", "mandateId"));
    }
    return usable.stream()
        .findFirst()
        .orElseThrow(
            () -> Problem.invalid("No suitable mandates found for customer", "customerId"));
  }

  static Answer get(Call call) {
    Payment payment = call.payment();
    Shapes shapes = call.shapes();
    ObjectNode json = shapes.payment(payment);
    if (call.embeds("captures")) {
      ArrayNode all = embedded(json).putArray("captures");
      payment.captures.forEach(capture -> all.add(shapes.capture(capture)));
    }
    if (call.embeds("refunds")) {
      ArrayNode all = embedded(json).putArray("refunds");
      payment.refunds.forEach(refund -> all.add(shapes.refund(refund)));
    }
    if (call.embeds("chargebacks")) {
      ArrayNode all = embedded(json).putArray("chargebacks");
      payment.chargebacks.forEach(chargeback -> all.add(shapes.chargeback(chargeback)));
    }
    return Answer.hal(200, json);
  }

  private static ObjectNode embedded(ObjectNode json) {
    return json.withObject("/_embedded");
  }

  static Answer list(Call call) {
    return page(call, call.world().payments.values().stream().toList());
  }

  static Answer listOfCustomer(Call call) {
    return page(call, call.customer().payments);
  }

  private static Answer page(Call call, List<Payment> payments) {
    return call.page(
        "payments",
        payments.stream().filter(payment -> payment.live == call.live()),
        payment -> payment.id,
        call.shapes()::payment);
  }

  static Answer update(Call call) {
    Payment payment = call.payment();
    Body in = call.body();
    for (String field : List.of("redirectUrl", "cancelUrl", "method")) {
      if (in.has(field) && payment.status.isFinal()) {
        throw Problem.invalid("The payment is final, so this field can't be updated", field);
      }
    }
    in.checkUrl("redirectUrl");
    in.checkUrl("cancelUrl");
    in.checkWebhook(call.live());
    ObjectNode changes = in.copy(REPEATED);
    List<Method> methods = methods(in);
    if (!methods.isEmpty()) {
      if (payment.method != null || methods.size() > 1) {
        throw Problem.invalid("The method can't be updated", "method");
      }
      if (!payment.terms.methods().containsAll(methods)) {
        throw invalidMethod();
      }
      payment.method = methods.getFirst();
    }
    payment.given.setAll(changes);
    return Answer.hal(200, call.shapes().payment(payment));
  }

  static Answer cancel(Call call) {
    Payment payment = call.payment();
    if (!payment.isCancelable()) {
      throw Problem.unprocessable("The payment can't be canceled");
    }
    call.world().cancel(payment);
    return Answer.hal(200, call.shapes().payment(payment));
  }

  static Answer release(Call call) {
    Payment payment = call.payment();
    if (payment.status != Status.AUTHORIZED || payment.hasCapture()) {
      throw Problem.unprocessable("The payment has no authorization that can be released");
    }
    call.world().release(payment);
    return Answer.empty(202);
  }
}
