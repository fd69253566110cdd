package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.ApiError;
import emulator.provider.Form;
import emulator.provider.ProviderApi;
import emulator.provider.Replies;
import emulator.provider.Request;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * `/v2`: authenticates requests, routes them, and replays responses to repeated idempotency keys.
 */
final class Api implements ProviderApi {
  private static final Set<String> NONE = Set.of();
  private static final Duration KEPT = Duration.ofHours(1);
  private static final Pattern IDS = Pattern.compile("/(tr|re|cpt|chb|cst|mdt|stl|bal)_[^/]+");

  private final World world;
  private final Replies replies;
  private final Shapes shapes;
  private final String address;
  private final List<Route> routes = routes();
  private final Predicate<String> keys;

  private record Route(
      String method,
      Pattern path,
      Set<String> query,
      Set<String> body,
      Function<Call, Answer> handler) {}

  /**
   * The owner of a key.
   *
   * @param organization whether the key is an organization access token
   */
  private record Caller(boolean live, boolean organization) {}

  /**
   * Creates the API.
   *
   * @param keys whether a key is valid
   */
  Api(World world, String address, Predicate<String> keys) {
    this.world = world;
    this.replies = new Replies(() -> world.change(world::now), KEPT, Problem::of);
    this.keys = keys;
    this.address = address;
    this.shapes = new Shapes(address, world);
  }

  private static List<Route> routes() {
    return List.of(
        post("payments", PaymentApi.CREATE, PaymentApi::create),
        get("payments", PaymentApi.LIST, PaymentApi::list),
        get("payments/{id}", PaymentApi.GET, PaymentApi::get),
        patch("payments/{id}", PaymentApi.UPDATE, PaymentApi::update),
        delete("payments/{id}", PaymentApi::cancel),
        post("payments/{id}/release-authorization", NONE, PaymentApi::release),
        post("payments/{id}/captures", PartApi.CREATE, PartApi::createCapture),
        get("payments/{id}/captures", PartApi.LIST, PartApi::captures),
        get("payments/{id}/captures/{part}", PartApi.GET, PartApi::capture),
        post("payments/{id}/refunds", PartApi.CREATE, PartApi::createRefund),
        get("payments/{id}/refunds", PartApi.LIST, PartApi::refundsOfPayment),
        get("payments/{id}/refunds/{part}", PartApi.GET, PartApi::refund),
        delete("payments/{id}/refunds/{part}", PartApi::cancelRefund),
        get("payments/{id}/chargebacks", PartApi.LIST, PartApi::chargebacksOfPayment),
        get("payments/{id}/chargebacks/{part}", PartApi.GET, PartApi::chargeback),
        get("refunds", PartApi.LIST, PartApi::refunds),
        get("chargebacks", PartApi.LIST, PartApi::chargebacks),
        post("customers", CustomerApi.FIELDS, CustomerApi::create),
        get("customers", CustomerApi.LIST, CustomerApi::list),
        get("customers/{id}", NONE, CustomerApi::get),
        patch("customers/{id}", CustomerApi.FIELDS, CustomerApi::update),
        delete("customers/{id}", CustomerApi::delete),
        post("customers/{id}/payments", PaymentApi.CREATE, PaymentApi::create),
        get("customers/{id}/payments", PaymentApi.LIST, PaymentApi::listOfCustomer),
        post("customers/{id}/mandates", CustomerApi.CREATE_MANDATE, CustomerApi::createMandate),
        get("customers/{id}/mandates", CustomerApi.LIST, CustomerApi::mandates),
        get("customers/{id}/mandates/{part}", NONE, CustomerApi::mandate),
        delete("customers/{id}/mandates/{part}", CustomerApi::revokeMandate),
        get("methods", ProfileApi.METHODS, ProfileApi::methods),
        get("methods/{id}", NONE, ProfileApi::method),
        get("profiles/me", NONE, ProfileApi::me),
        get("organizations/me", NONE, BalanceApi::organization),
        get("permissions", NONE, BalanceApi::permissions),
        get("balances", BalanceApi.BALANCES, BalanceApi::balances),
        get("balances/{id}", BalanceApi.GET, BalanceApi::balance),
        get("balances/{id}/transactions", BalanceApi.LIST, BalanceApi::transactions),
        get("settlements", BalanceApi.SETTLEMENTS, BalanceApi::settlements),
        get("settlements/(open|next)", BalanceApi.GET, BalanceApi::next),
        get("settlements/{id}", BalanceApi.GET, BalanceApi::settlement),
        get("settlements/{id}/payments", BalanceApi.PARTS, BalanceApi::payments),
        get("settlements/{id}/captures", BalanceApi.PARTS, BalanceApi::captures),
        get("settlements/{id}/refunds", BalanceApi.PARTS, BalanceApi::refunds),
        get("settlements/{id}/chargebacks", BalanceApi.PARTS, BalanceApi::chargebacks));
  }

  private static Route get(String path, Set<String> query, Function<Call, Answer> handler) {
    return route("GET", path, query, NONE, handler);
  }

  private static Route post(String path, Set<String> body, Function<Call, Answer> handler) {
    return route("POST", path, NONE, body, handler);
  }

  private static Route patch(String path, Set<String> body, Function<Call, Answer> handler) {
    return route("PATCH", path, NONE, body, handler);
  }

  private static Route delete(String path, Function<Call, Answer> handler) {
    return route("DELETE", path, NONE, NONE, handler);
  }

  private static Route route(
      String method,
      String path,
      Set<String> query,
      Set<String> body,
      Function<Call, Answer> handler) {
    String pattern = path.replace("{id}", "(?<id>[^/]+)").replace("{part}", "(?<part>[^/]+)");
    return new Route(method, Pattern.compile("/v2/" + pattern), query, body, handler);
  }

  @Override
  public String prefix() {
    return "/v2/";
  }

  @Override
  public Pattern ids() {
    return IDS;
  }

  @Override
  public ApiError error(Cause cause) {
    return Problem.of(cause);
  }

  /**
   * Executes the request, or replays the response. Mollie's documentation makes no difference
   * between successes and errors.
   */
  @Override
  public Answer answer(Request request, UnaryOperator<Answer> last) {
    try {
      return execute(request, last);
    } catch (Problem problem) {
      return problem.answer();
    }
  }

  private Answer execute(Request request, UnaryOperator<Answer> last) {
    String secret = key(request);
    boolean organization = secret.startsWith("access_");
    var caller = new Caller(organization || secret.startsWith("live_"), organization);
    Form query = query(request);
    Body body = Body.read(request);
    Optional<String> key =
        request.header("Idempotency-Key").filter(_ -> request.method().equals("POST"));
    if (key.isEmpty()) {
      return last.apply(run(request, caller, query, body));
    }
    return replies.once(
        new Replies.Key(caller.live(), key.get()),
        new Replies.Asked(request.line(), List.of(query, body)),
        Map.of(),
        () -> new Replies.Done(last.apply(run(request, caller, query, body)), true));
  }

  private static Form query(Request request) {
    try {
      return Form.decode(request.query());
    } catch (IllegalArgumentException broken) {
      throw Problem.badRequest("The query can't be decoded");
    }
  }

  /** Rejects unknown parameters of the query, as Mollie does. */
  private static void check(Form query, Set<String> known) {
    for (String name : query.values().keySet()) {
      if (!known.contains(name)) {
        throw Problem.invalid(
            "Non-existent query parameter \"" + name + "\" for this API call.", name);
      }
    }
  }

  private String key(Request request) {
    String header = request.header("Authorization").orElse("");
    String key = header.startsWith("Bearer ") ? header.substring("Bearer ".length()).strip() : "";
    if (!keys.test(key)) {
      throw Problem.unauthorized();
    }
    return key;
  }

  private Answer run(Request request, Caller caller, Form query, Body body) {
    try {
      return routed(request, caller, query, body);
    } catch (Problem problem) {
      return problem.answer();
    }
  }

  private Answer routed(Request request, Caller caller, Form query, Body body) {
    boolean isKnown = false;
    for (Route route : routes) {
      Matcher path = route.path().matcher(request.path());
      if (!path.matches()) {
        continue;
      }
      isKnown = true;
      if (route.method().equals(request.method())) {
        check(query, route.query());
        body.check(route.body());
        var call =
            new Call(
                world,
                shapes,
                caller.live(),
                caller.organization(),
                address + request.path(),
                group(path, "id"),
                group(path, "part"),
                query,
                body);
        return world.change(() -> route.handler().apply(call));
      }
    }
    throw isKnown ? Problem.methodNotAllowed() : Problem.noSuchUrl();
  }

  private static String group(Matcher path, String name) {
    return path.namedGroups().containsKey(name) ? path.group(name) : "";
  }
}
