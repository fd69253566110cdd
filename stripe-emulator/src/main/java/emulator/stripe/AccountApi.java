package emulator.stripe;

import emulator.provider.Json;
import java.net.URI;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** `/v1/account` and `/v1/webhook_endpoints`. */
final class AccountApi {
  static final Set<String> ENDPOINT =
      Set.of(
          "api_version",
          "connect",
          "description",
          "enabled_events[*]",
          "expand[*]",
          "metadata",
          "url");
  static final Set<String> UPDATE =
      Set.of("description", "disabled", "enabled_events[*]", "expand[*]", "metadata", "url");
  static final Set<String> LIST = Set.of("ending_before", "expand[*]", "limit", "starting_after");

  /** Stripe's limit for one account. */
  private static final int MAX_ENDPOINTS = 16;

  private AccountApi() {}

  static ObjectNode account(boolean chargesEnabled) {
    ObjectNode json =
        Json.object()
            .put("id", "acct_1DoubleDoubleDoub")
            .put("object", "account")
            .put("charges_enabled", chargesEnabled)
            .put("country", "DE")
            .put("default_currency", "eur")
            .put("details_submitted", chargesEnabled)
            .put("email", "shop@example.com")
            .put("payouts_enabled", chargesEnabled)
            .put("type", "standard");
    json.putObject("business_profile").put("name", "A shop").putNull("url");
    json.putObject("capabilities").put("card_payments", chargesEnabled ? "active" : "inactive");
    return json;
  }

  static ObjectNode createEndpoint(Call call) {
    Parameters in = call.parameters();
    World world = call.world();
    List<String> events = in.list("enabled_events");
    if (events.isEmpty()) {
      throw Refusal.missing("enabled_events");
    }
    String url = url(in.get("url"), call.live());
    long already = world.endpoints.values().stream().filter(one -> one.live == call.live()).count();
    if (already >= MAX_ENDPOINTS) {
      throw Refusal.state("You have reached the maximum of 16 webhook endpoints.");
    }
    var endpoint = new Endpoint("we_1" + world.ids.text(23), call.live(), world.now(), url, events);
    endpoint.secrets.add(world.ids.secret());
    endpoint.metadata = in.metadata("metadata");
    endpoint.description = in.find("description").orElse(null);
    endpoint.apiVersion = in.find("api_version").orElse(null);
    world.endpoints.put(endpoint.id, endpoint);
    return Shapes.endpoint(endpoint, true);
  }

  /**
   * Returns the URL if Stripe accepts it. Stripe requires a public address; test mode also accepts
   * loopback.
   */
  private static String url(String text, boolean live) {
    boolean good = live ? text.startsWith("https://") : text.matches("https?://.+");
    try {
      if (good && URI.create(text).getHost() != null) {
        return text;
      }
    } catch (IllegalArgumentException broken) {
      // rejected below
    }
    throw Refusal.parameter(
        "url_invalid",
        live
            ? "Invalid URL: Webhook URLs must be HTTPS"
            : "Invalid URL: An explicit scheme must be provided.",
        "url");
  }

  static ObjectNode updateEndpoint(Call call) {
    Parameters in = call.parameters();
    Endpoint endpoint = find(call);
    in.find("url").ifPresent(url -> endpoint.url = url(url, call.live()));
    in.find("disabled").ifPresent(text -> endpoint.disabled = text.equals("true"));
    if (!in.list("enabled_events").isEmpty()) {
      endpoint.events = in.list("enabled_events");
    }
    return Shapes.endpoint(endpoint, false);
  }

  static ObjectNode endpoint(Call call) {
    return Shapes.endpoint(find(call), false);
  }

  static ObjectNode deleteEndpoint(Call call) {
    Endpoint endpoint = find(call);
    call.world().endpoints.remove(endpoint.id);
    return Json.object()
        .put("id", endpoint.id)
        .put("object", "webhook_endpoint")
        .put("deleted", true);
  }

  static ObjectNode endpoints(Call call) {
    return call.page(
        call.world().endpoints.values().stream().filter(one -> one.live == call.live()),
        endpoint -> endpoint.id,
        endpoint -> endpoint.created,
        endpoint -> Shapes.endpoint(endpoint, false),
        "/v1/webhook_endpoints");
  }

  private static Endpoint find(Call call) {
    return call.get(
        call.world().endpoints, one -> one.live, "webhook endpoint", "webhook_endpoint");
  }
}
