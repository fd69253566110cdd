package emulator.stripe;

import emulator.provider.Answer;
import emulator.provider.ApiError;
import emulator.provider.ProviderApi;
import emulator.provider.Replies;
import emulator.provider.Replies.Done;
import emulator.provider.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * `/v1`: authenticates requests, routes them, and replays responses to repeated idempotency keys.
 */
final class Api implements ProviderApi {
  /** The API version. In it, a session has no intent until the first attempt to pay. */
  static final String VERSION = "2025-09-30.clover";

  private static final Pattern VERSIONS =
      Pattern.compile("20[0-9]{2}-[0-9]{2}-[0-9]{2}(\\.[a-z]+)?");
  private static final int MAX_KEY = 255;
  private static final Duration KEPT = Duration.ofHours(24);
  private static final Pattern IDS =
      Pattern.compile("/(cs|pi|ch|re|we|dp|cus|pm|seti|txn|po)_[^/]+");

  private final World world;
  private final Replies replies;
  private final Predicate<String> keys;
  private final List<Route> routes;

  private volatile boolean chargesEnabled = true;

  private record Route(
      String method, Pattern path, Set<String> parameters, Function<Call, ObjectNode> handler) {}

  /**
   * Creates the API.
   *
   * @param keys whether a secret key is valid
   */
  Api(World world, InstantSource clock, String address, Predicate<String> keys) {
    this.world = world;
    this.replies = new Replies(clock::instant, KEPT, Refusal::of);
    this.keys = keys;
    this.routes = routes(new SessionApi(address + PayPage.PATH));
  }

  @Override
  public String prefix() {
    return "/v1/";
  }

  @Override
  public Pattern ids() {
    return IDS;
  }

  @Override
  public ApiError error(Cause cause) {
    return Refusal.of(cause);
  }

  private List<Route> routes(SessionApi sessions) {
    return List.of(
        route("POST", "checkout/sessions", SessionApi.CREATE, sessions::create),
        route("GET", "checkout/sessions", SessionApi.LIST, sessions::list),
        route("GET", "checkout/sessions/{id}", SessionApi.EXPAND_ONLY, sessions::get),
        route("POST", "checkout/sessions/{id}/expire", SessionApi.EXPAND_ONLY, sessions::expire),
        route("POST", "customers", CustomerApi.CREATE, CustomerApi::create),
        route("GET", "customers/{id}", SessionApi.EXPAND_ONLY, CustomerApi::get),
        route("GET", "customers/{id}/payment_methods", CustomerApi.METHODS, CustomerApi::methods),
        route("GET", "payment_methods/{id}", SessionApi.EXPAND_ONLY, CustomerApi::method),
        route("POST", "payment_methods/{id}/detach", SessionApi.EXPAND_ONLY, CustomerApi::detach),
        route("GET", "setup_intents/{id}", CustomerApi.SETUP, CustomerApi::setup),
        route("POST", "payment_intents", ChargeLaterApi.CREATE, ChargeLaterApi::create),
        route("GET", "payment_intents", IntentApi.LIST, IntentApi::list),
        route("GET", "payment_intents/{id}", IntentApi.GET, IntentApi::get),
        route("POST", "payment_intents/{id}", IntentApi.UPDATE, IntentApi::update),
        route("POST", "payment_intents/{id}/capture", IntentApi.CAPTURE, IntentApi::capture),
        route("POST", "payment_intents/{id}/cancel", IntentApi.CANCEL, IntentApi::cancel),
        route("GET", "charges/{id}", SessionApi.EXPAND_ONLY, IntentApi::charge),
        route("GET", "disputes", RefundApi.LIST, IntentApi::disputes),
        route("GET", "disputes/{id}", SessionApi.EXPAND_ONLY, IntentApi::dispute),
        route("POST", "disputes/{id}", DisputeApi.UPDATE, DisputeApi::update),
        route("POST", "disputes/{id}/close", SessionApi.EXPAND_ONLY, DisputeApi::close),
        route("POST", "files", Set.of("file", "purpose"), DisputeApi::upload),
        route("POST", "refunds", RefundApi.CREATE, RefundApi::create),
        route("GET", "refunds", RefundApi.LIST, RefundApi::list),
        route("GET", "refunds/{id}", SessionApi.EXPAND_ONLY, RefundApi::get),
        route("GET", "account", SessionApi.EXPAND_ONLY, _ -> AccountApi.account(chargesEnabled)),
        route("GET", "balance", SessionApi.EXPAND_ONLY, BalanceApi::balance),
        route("GET", "balance_transactions", BalanceApi.TRANSACTIONS, BalanceApi::transactions),
        route("GET", "balance_transactions/{id}", SessionApi.EXPAND_ONLY, BalanceApi::transaction),
        route("GET", "payouts", BalanceApi.PAYOUTS, BalanceApi::payouts),
        route("GET", "payouts/{id}", SessionApi.EXPAND_ONLY, BalanceApi::payout),
        route("POST", "webhook_endpoints", AccountApi.ENDPOINT, AccountApi::createEndpoint),
        route("GET", "webhook_endpoints", AccountApi.LIST, AccountApi::endpoints),
        route("GET", "webhook_endpoints/{id}", SessionApi.EXPAND_ONLY, AccountApi::endpoint),
        route("POST", "webhook_endpoints/{id}", AccountApi.UPDATE, AccountApi::updateEndpoint),
        route("DELETE", "webhook_endpoints/{id}", Set.of(), AccountApi::deleteEndpoint));
  }

  private static Route route(
      String method, String path, Set<String> parameters, Function<Call, ObjectNode> handler) {
    return new Route(
        method,
        Pattern.compile("/v1/" + path.replace("{id}", "(?<id>[^/]+)")),
        parameters,
        handler);
  }

  void setChargesEnabled(boolean enabled) {
    chargesEnabled = enabled;
  }

  /**
   * Executes the request, or replays the response. Responses after an execution, including errors,
   * are kept. Rejections before an execution are not.
   */
  @Override
  public Answer answer(Request request, UnaryOperator<Answer> last) {
    String id = world.ids.request();
    Answer answer;
    try {
      answer = execute(request, id, last);
    } catch (Refusal refusal) {
      answer = refusal.answer();
    }
    Optional<String> key = request.header("Idempotency-Key");
    answer = key.isPresent() ? answer.with("Idempotency-Key", key.get()) : answer;
    return answer
        .with("Request-Id", id)
        .with("Stripe-Version", request.header("Stripe-Version").orElse(VERSION));
  }

  private Answer execute(Request request, String id, UnaryOperator<Answer> last) {
    String secret = secretKey(request);
    boolean live = secret.contains("_live_");
    if (!VERSIONS.matcher(request.header("Stripe-Version").orElse(VERSION)).matches()) {
      throw Refusal.parameter("parameter_invalid", "Invalid Stripe API version", "");
    }
    String type = request.header("Content-Type").orElse("");
    Parameters parameters =
        type.startsWith("multipart/")
            ? Parameters.ofParts(request.body(), type.replaceFirst(".*boundary=", ""))
            : Parameters.decode(request.method().equals("POST") ? request.body() : request.query());
    Optional<String> key =
        request.header("Idempotency-Key").filter(_ -> request.method().equals("POST"));
    if (key.isEmpty()) {
      return run(request, parameters, live, id, last).answer();
    }
    if (key.get().isEmpty() || key.get().length() > MAX_KEY) {
      throw Refusal.parameter("parameter_invalid", "The Idempotency-Key is too long", "");
    }
    return replies.once(
        new Replies.Key(live, key.get()),
        new Replies.Asked(request.line(), parameters.fingerprint()),
        Map.of("Original-Request", id),
        () -> run(request, parameters, live, id, last));
  }

  private Done run(
      Request request, Parameters parameters, boolean live, String id, UnaryOperator<Answer> last) {
    try {
      Answer answer = Answer.json(200, handled(request, parameters, live, id));
      return new Done(last.apply(answer), true);
    } catch (Refusal refusal) {
      return new Done(
          refusal.isBegun() ? last.apply(refusal.answer()) : refusal.answer(), refusal.isBegun());
    }
  }

  private ObjectNode handled(Request request, Parameters parameters, boolean live, String id) {
    for (Route route : routes) {
      Matcher path = route.path().matcher(request.path());
      if (route.method().equals(request.method()) && path.matches()) {
        parameters.check(route.parameters());
        String named = path.namedGroups().isEmpty() ? "" : path.group("id");
        var call = new Call(world, live, named, parameters);
        var origin = new World.Origin(id, request.header("Idempotency-Key").orElse(null));
        return world.change(origin, () -> route.handler().apply(call));
      }
    }
    throw Refusal.noSuchUrl(request);
  }

  /** Returns the key from `Bearer`, or from `Basic` as the user without a password. */
  private String secretKey(Request request) {
    String header = request.header("Authorization").orElse("");
    String key = "";
    if (header.startsWith("Bearer ")) {
      key = header.substring("Bearer ".length()).strip();
    } else if (header.startsWith("Basic ")) {
      key = user(header.substring("Basic ".length()).strip());
    }
    if (key.isEmpty()) {
      throw Refusal.unauthorized("You did not provide an API key.");
    }
    if (!keys.test(key)) {
      throw Refusal.unauthorized("Invalid API Key provided");
    }
    return key;
  }

  private static String user(String basic) {
    try {
      String pair = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
      return pair.split(":", 2)[0];
    } catch (IllegalArgumentException broken) {
      return "";
    }
  }
}
