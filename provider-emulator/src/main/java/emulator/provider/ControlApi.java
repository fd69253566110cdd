package emulator.provider;

import java.net.URI;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * `/emulator/…`: offers the methods of an {@link Emulator} over HTTP to users of the emulator as a
 * process. Requests are forms, and responses are JSON. A browser gets {@link HomePage} instead.
 */
public abstract class ControlApi {
  private static final String PREFIX = "/emulator/";
  private static final Pattern LOOPBACK = Pattern.compile("(127\\.0\\.0\\.1|localhost)(:[0-9]+)?");
  private static final Pattern ON_ONE = Pattern.compile(PREFIX + "([a-z_]+/)([^/]+)/([a-z_]+)");

  private final Emulator emulator;

  /**
   * What the page at `/` shows of this provider.
   *
   * @param name the provider's name
   * @param keys the API keys by what they are for
   * @param items the objects, the latest first
   * @param tools commands that concern no single object
   * @param signsWebhooks whether `POST /emulator/listen` needs a secret
   */
  public record Content(
      String name,
      SequencedMap<String, String> keys,
      List<Item> items,
      List<Item.Action> tools,
      boolean signsWebhooks) {}

  protected ControlApi(Emulator emulator) {
    this.emulator = emulator;
  }

  /** Returns what the page at `/` shows of this provider. */
  protected abstract Content content();

  /** Returns the response to a request for a page of a payer. */
  protected abstract Answer page(Request request);

  /**
   * Carries out an action on an object.
   *
   * @param what the kind and the action, for example `refunds/fail`
   * @return the address that the payer goes to
   * @throws NoSuchElementException if there is no such action or object
   */
  protected abstract Optional<URI> act(String what, String id, Form in);

  /**
   * Carries out a command that other providers don't have.
   *
   * @param line for example `POST /emulator/listen`
   * @throws NoSuchElementException if there is no such command
   */
  protected abstract void command(String line, Form in);

  final Answer answer(Request request) {
    if (isOfAnotherSite(request)) {
      return error(403, request, "the request comes from a page of another site");
    }
    if (request.line().equals("GET /")) {
      return new HomePage(emulator).answer(content());
    }
    if (!request.path().startsWith(PREFIX)) {
      return page(request);
    }
    try {
      ObjectNode done = carriedOut(request);
      return isOfForm(request) ? Answer.seeOther("/") : Answer.json(200, done);
    } catch (NoSuchElementException none) {
      return error(404, request, String.valueOf(none.getMessage()));
    } catch (IllegalStateException state) {
      return error(409, request, String.valueOf(state.getMessage()));
    } catch (IllegalArgumentException | DateTimeParseException | ApiError wrong) {
      return error(400, request, String.valueOf(wrong.getMessage()));
    }
  }

  /** Returns whether the response is for a person who has pressed a button. */
  private static boolean isOfForm(Request request) {
    return request.method().equals("POST")
        && request.header("Accept").filter(types -> types.contains("text/html")).isPresent();
  }

  /** Returns whether a page of another site, open in the same browser, sends the request. */
  private static boolean isOfAnotherSite(Request request) {
    String host = request.header("Host").orElse("");
    return !LOOPBACK.matcher(host).matches()
        || request.header("Origin").filter(origin -> !origin.equals("http://" + host)).isPresent();
  }

  private static Answer error(int status, Request request, String message) {
    return isOfForm(request)
        ? HomePage.error(status, message)
        : Answer.json(status, Json.object().put("error", message));
  }

  private ObjectNode carriedOut(Request request) {
    Form in = Form.decode(request.body());
    Matcher one = ON_ONE.matcher(request.path());
    if (request.method().equals("POST") && one.matches()) {
      Optional<URI> goesTo = act(one.group(1) + one.group(3), one.group(2), in);
      return Json.object()
          .put("id", one.group(2))
          .put("goes_to", goesTo.map(URI::toString).orElse(null));
    }
    switch (request.line()) {
      case "GET /emulator/book" -> {
        return book();
      }
      case "GET /emulator/state" -> {
        return state();
      }
      case "POST /emulator/faults" -> next(emulator.faults(), Fault.class, in);
      case "POST /emulator/faults/mix" -> emulator.faults().mix(mix(Fault.class, in));
      case "POST /emulator/webhook_faults" ->
          next(emulator.webhookFaults(), WebhookFault.class, in);
      case "POST /emulator/webhook_faults/mix" ->
          emulator.webhookFaults().mix(mix(WebhookFault.class, in));
      case "POST /emulator/faults/clear" -> {
        emulator.faults().clear();
        emulator.webhookFaults().clear();
      }
      default -> command(request.line(), in);
    }
    return state();
  }

  private ObjectNode book() {
    ObjectNode json = Json.object();
    ArrayNode entries = json.putArray("entries");
    for (Ledger.Entry entry : emulator.book().entries()) {
      entries.add(
          names(entry.names())
              .put("kind", name(entry.kind()))
              .put("object", entry.object())
              .put("amount", entry.amount())
              .put("currency", entry.currency())
              .put("at", entry.at().toString()));
    }
    ArrayNode standings = json.putArray("standings");
    for (Ledger.Standing standing : emulator.book().standings()) {
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
    emulator.book().faults().forEach(faults::add);
    ObjectNode balances = json.putObject("balances");
    emulator
        .balances()
        .balances()
        .forEach((currency, accounts) -> {
          ObjectNode sums = balances.putObject(currency);
          accounts.forEach((account, sum) -> sums.put(name(account), sum));
        });
    return json;
  }

  private static ObjectNode names(Ledger.Names names) {
    ObjectNode json =
        Json.object()
            .put("payment", names.payment())
            .put("page", names.page())
            .put("reference", names.reference());
    json.set("metadata", Json.of(names.metadata()));
    return json;
  }

  private ObjectNode state() {
    ObjectNode json = Json.object().put("in_flight", emulator.inFlight().size());
    ObjectNode happened = json.putObject("faults");
    emulator.faults().happened().forEach((fault, times) -> happened.put(name(fault), times));
    ObjectNode webhooks = json.putObject("webhook_faults");
    emulator.webhookFaults().happened().forEach((fault, times) -> webhooks.put(name(fault), times));
    return json;
  }

  private static <E extends Enum<E> & Plan.Injected> void next(
      Plan<E> plan, Class<E> all, Form in) {
    plan.next(in.get("about"), constant(all, in.get("fault")));
  }

  /** Parses rates such as `lost_after=20`, each per thousand. */
  private static <E extends Enum<E>> Map<E, Integer> mix(Class<E> all, Form in) {
    Map<E, Integer> mix = new EnumMap<>(all);
    List.of(all.getEnumConstants())
        .forEach(fault ->
            in.find(name(fault)).ifPresent(often -> mix.put(fault, Integer.valueOf(often))));
    return mix;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  protected static <E extends Enum<E>> E constant(Class<E> all, String name) {
    return Enum.valueOf(all, name.toUpperCase(Locale.ROOT));
  }

  protected static NoSuchElementException none(String what) {
    return new NoSuchElementException("there is no " + what);
  }
}
