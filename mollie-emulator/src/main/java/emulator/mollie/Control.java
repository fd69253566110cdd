package emulator.mollie;

import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
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
 * `/emulator/…`: offers the methods of {@link MollieEmulator} over HTTP to users of the emulator as
 * a process. Requests are forms, and responses are JSON.
 */
final class Control {
  private static final Pattern ON_ONE =
      Pattern.compile("/emulator/(payments|refunds|chargebacks|mandates)/([^/]+)/([a-z_]+)");

  private final MollieEmulator mollie;
  private final PayPage pages;

  Control(MollieEmulator mollie, PayPage pages) {
    this.mollie = mollie;
    this.pages = pages;
  }

  Answer answer(Request request) {
    if (request.path().startsWith(PayPage.PATH)) {
      return pages.answer(request);
    }
    try {
      return Answer.hal(200, carriedOut(request));
    } catch (NoSuchElementException none) {
      return error(404, none);
    } catch (IllegalStateException state) {
      return error(409, state);
    } catch (IllegalArgumentException | DateTimeParseException | Problem wrong) {
      return error(400, wrong);
    }
  }

  private static Answer error(int status, RuntimeException why) {
    return Answer.hal(status, Json.object().put("error", why.getMessage()));
  }

  private ObjectNode carriedOut(Request request) {
    Query in = Query.decode(request.body());
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
      case "POST /emulator/clock" -> mollie.advance(Duration.parse(in.get("by")));
      case "POST /emulator/faults" ->
          mollie.faults().next(in.get("about"), constant(Fault.class, in.get("fault")));
      case "POST /emulator/faults/mix" -> mollie.faults().mix(mix(Fault.class, in));
      case "POST /emulator/webhook_faults" ->
          mollie
              .webhookFaults()
              .next(in.get("about"), constant(WebhookFault.class, in.get("fault")));
      case "POST /emulator/webhook_faults/mix" ->
          mollie.webhookFaults().mix(mix(WebhookFault.class, in));
      case "DELETE /emulator/faults" -> {
        mollie.faults().clear();
        mollie.webhookFaults().clear();
      }
      default -> throw new NoSuchElementException("there is no " + request.line());
    }
    return state();
  }

  private ObjectNode act(String what, String id, Query in) {
    Payers payers = mollie.payers();
    Optional<URI> goesTo = Optional.empty();
    switch (what) {
      case "payments/pay" ->
          goesTo = payers.pay(id, constant(Method.class, in.find("method").orElse("creditcard")));
      case "payments/fail" ->
          goesTo =
              payers.fail(
                  id, constant(FailureReason.class, in.find("reason").orElse("card_declined")));
      case "payments/cancel" -> goesTo = payers.cancel(id);
      case "payments/expire" -> payers.expire(id);
      case "payments/resolve" -> payers.resolve(id, in.get("collected").equals("true"));
      case "payments/chargeback" -> payers.chargeBack(id, in.find("value"));
      case "payments/capture" -> mollie.staff().capture(id, in.find("value"));
      case "payments/release" -> mollie.staff().release(id);
      case "payments/refund" -> mollie.staff().refund(id, in.find("value"));
      case "refunds/cancel" -> mollie.staff().cancelRefund(id);
      case "refunds/fail" -> payers.failRefund(id);
      case "chargebacks/reverse" -> payers.reverseChargeback(id);
      case "mandates/invalidate" -> payers.invalidate(id);
      case "mandates/decline" ->
          payers.declineCharges(
              id, in.find("reason").map(reason -> constant(FailureReason.class, reason)));
      default -> throw new NoSuchElementException("there is no " + what);
    }
    return Json.object().put("id", id).put("goes_to", goesTo.map(URI::toString).orElse(null));
  }

  private ObjectNode book() {
    ObjectNode json = Json.object();
    ArrayNode entries = json.putArray("entries");
    for (Book.Entry entry : mollie.book().entries()) {
      entries.add(
          names(entry.names())
              .put("kind", name(entry.kind()))
              .put("object", entry.object())
              .put("amount", entry.amount())
              .put("currency", entry.currency())
              .put("at", entry.at().toString()));
    }
    ArrayNode standings = json.putArray("standings");
    for (Book.Standing standing : mollie.book().standings()) {
      standings.add(
          names(standing.names())
              .put("currency", standing.currency())
              .put("charges", standing.charges())
              .put("authorized", standing.authorized())
              .put("captured", standing.captured())
              .put("released", standing.released())
              .put("refunded", standing.refunded())
              .put("charged_back", standing.chargedBack())
              .put("net", standing.net())
              .put("held", standing.held()));
    }
    ArrayNode faults = json.putArray("faults");
    mollie.book().faults().forEach(faults::add);
    return json;
  }

  private static ObjectNode names(Book.Names names) {
    return Json.object()
        .put("payment", names.payment())
        .put("description", names.description())
        .put("metadata", names.metadata());
  }

  private ObjectNode state() {
    ObjectNode json = Json.object().put("in_flight", mollie.inFlight().size());
    ObjectNode happened = json.putObject("faults");
    mollie.faults().happened().forEach((fault, times) -> happened.put(name(fault), times));
    ObjectNode webhooks = json.putObject("webhook_faults");
    mollie.webhookFaults().happened().forEach((fault, times) -> webhooks.put(name(fault), times));
    return json;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E constant(Class<E> all, String name) {
    return Enum.valueOf(all, name.toUpperCase(Locale.ROOT));
  }

  /** Parses rates such as `lost_after=20`, each per thousand. */
  private static <E extends Enum<E>> Map<E, Integer> mix(Class<E> all, Query in) {
    Map<E, Integer> mix = new EnumMap<>(all);
    List.of(all.getEnumConstants())
        .forEach(fault ->
            in.find(name(fault)).ifPresent(often -> mix.put(fault, Integer.valueOf(often))));
    return mix;
  }
}
