package emulator.stripe;

import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * `/emulator/…`: offers the methods of {@link StripeEmulator} over HTTP to users of the emulator as
 * a process. Requests are forms, and responses are JSON.
 */
final class Control {
  private static final Pattern ON_ONE =
      Pattern.compile(
          "/emulator/(sessions|payment_intents|payment_methods|refunds|disputes)/([^/]+)/([a-z_]+)");

  private final StripeEmulator stripe;
  private final PayPage pages;

  Control(StripeEmulator stripe, PayPage pages) {
    this.stripe = stripe;
    this.pages = pages;
  }

  Answer answer(Request request) {
    if (request.path().startsWith(PayPage.PATH)) {
      return pages.answer(request);
    }
    try {
      return Answer.json(200, carriedOut(request));
    } catch (NoSuchElementException none) {
      return error(404, none);
    } catch (IllegalStateException state) {
      return error(409, state);
    } catch (IllegalArgumentException | Refusal wrong) {
      return error(400, wrong);
    }
  }

  private static Answer error(int status, RuntimeException why) {
    return Answer.json(status, Json.object().put("error", why.getMessage()));
  }

  private ObjectNode carriedOut(Request request) {
    Parameters in = Parameters.decode(request.body());
    Matcher one = ON_ONE.matcher(request.path());
    if (request.method().equals("POST") && one.matches()) {
      return act(one.group(1) + "/" + one.group(3), one.group(2), in);
    }
    switch (request.line()) {
      case "GET /emulator/book" -> {
        return book();
      }
      case "GET /emulator/state" -> {
        return state();
      }
      case "POST /emulator/listen" -> stripe.listen(URI.create(in.get("url")), in.get("secret"));
      case "POST /emulator/faults" ->
          stripe.faults().next(in.get("about"), constant(Fault.class, in.get("fault")));
      case "POST /emulator/faults/mix" -> stripe.faults().mix(mix(Fault.class, in));
      case "POST /emulator/webhook_faults" ->
          stripe
              .webhookFaults()
              .next(in.get("about"), constant(WebhookFault.class, in.get("fault")));
      case "POST /emulator/webhook_faults/mix" ->
          stripe.webhookFaults().mix(mix(WebhookFault.class, in));
      case "DELETE /emulator/faults" -> {
        stripe.faults().clear();
        stripe.webhookFaults().clear();
      }
      default -> throw new NoSuchElementException("there is no " + request.line());
    }
    return state();
  }

  private ObjectNode act(String what, String id, Parameters in) {
    Payers payers = stripe.payers();
    Optional<URI> goesTo = Optional.empty();
    switch (what) {
      case "sessions/pay" ->
          goesTo = payers.pay(id, constant(Card.class, in.find("card").orElse("visa")));
      case "sessions/abandon" -> goesTo = payers.abandon(id);
      case "sessions/expire" -> payers.expire(id);
      case "sessions/resolve" -> payers.resolve(id, in.isTrue("collected"));
      case "payment_methods/outcome" ->
          payers.changeOutcome(id, constant(Card.class, in.get("card")));
      case "payment_intents/dispute" ->
          payers.dispute(id, in.find("reason").orElse("fraudulent"), in.findInteger("amount"));
      case "payment_intents/capture" -> stripe.staff().capture(id, in.findInteger("amount"));
      case "payment_intents/refund" -> stripe.staff().refund(id, in.findInteger("amount"));
      case "refunds/cancel" -> stripe.staff().cancelRefund(id);
      case "disputes/move" -> payers.moveDispute(id, in.get("status"));
      case "refunds/fail" -> payers.failRefund(id, in.find("reason").orElse("lost_or_stolen_card"));
      case "refunds/resolve" -> payers.resolveRefund(id);
      default -> throw new NoSuchElementException("there is no " + what);
    }
    return Json.object().put("id", id).put("goes_to", goesTo.map(URI::toString).orElse(null));
  }

  private ObjectNode book() {
    ObjectNode json = Json.object();
    ArrayNode entries = json.putArray("entries");
    for (Book.Entry entry : stripe.book().entries()) {
      entries.add(
          names(entry.names())
              .put("kind", entry.kind().name().toLowerCase(Locale.ROOT))
              .put("amount", entry.amount())
              .put("currency", entry.currency())
              .put("at", entry.at()));
    }
    ArrayNode standings = json.putArray("standings");
    for (Book.Standing standing : stripe.book().standings()) {
      standings.add(
          names(standing.names())
              .put("currency", standing.currency())
              .put("charges", standing.charges())
              .put("authorized", standing.authorized())
              .put("captured", standing.captured())
              .put("released", standing.released())
              .put("refunded", standing.refunded())
              .put("net", standing.net())
              .put("held", standing.held()));
    }
    ArrayNode faults = json.putArray("faults");
    stripe.book().faults().forEach(faults::add);
    return json;
  }

  private static ObjectNode names(Book.Names names) {
    ObjectNode json =
        Json.object()
            .put("reference", names.reference())
            .put("session", names.session())
            .put("payment_intent", names.paymentIntent());
    json.set("metadata", Json.of(names.metadata()));
    return json;
  }

  private ObjectNode state() {
    ObjectNode json = Json.object().put("in_flight", stripe.inFlight().size());
    ObjectNode happened = json.putObject("faults");
    stripe.faults().happened().forEach((fault, times) -> happened.put(name(fault), times));
    ObjectNode webhooks = json.putObject("webhook_faults");
    stripe.webhookFaults().happened().forEach((fault, times) -> webhooks.put(name(fault), times));
    return json;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E constant(Class<E> all, String name) {
    return Enum.valueOf(all, name.toUpperCase(Locale.ROOT));
  }

  /** Parses rates such as `lost_after=20`, each per thousand. */
  private static <E extends Enum<E>> Map<E, Integer> mix(Class<E> all, Parameters in) {
    Map<E, Integer> mix = new EnumMap<>(all);
    List.of(all.getEnumConstants())
        .forEach(fault ->
            in.findInteger(name(fault)).ifPresent(often -> mix.put(fault, often.intValue())));
    return mix;
  }
}
