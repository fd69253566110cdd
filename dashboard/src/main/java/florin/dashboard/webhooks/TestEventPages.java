package florin.dashboard.webhooks;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.list.ListForm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoints;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The test event of an endpoint: its page shows the response as soon as it has arrived. */
public final class TestEventPages {
  /** How often a page asks for the response, about once a second. */
  static final int MAX_TRIES = 30;

  private static final String EVENT = "test";
  private static final String TRIES = "tries";

  private final WebhookEndpoints endpoints;
  private final Deliveries deliveries;

  public TestEventPages(WebhookEndpoints endpoints, Deliveries deliveries) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
  }

  /**
   * The result.
   *
   * @param tone `good`, `bad`, or `wait` while there is no response
   * @param next the address of the next result; empty if it is final, or after the last try
   * @param page the page of the endpoint with this result
   */
  public record TestResult(String tone, String words, Optional<String> next, String page) {}

  /** Sends the event. */
  public Response send(DashboardRequest visit) {
    WebhookEndpoint endpoint = visit.find(WebhookEndpointId.KIND, endpoints::find);
    EventId event =
        endpoints.test(visit.realm(), endpoint.id(), visit.auditedOrigin()).value().id();
    return Done.to(page(endpoint.id(), event));
  }

  /** Shows the result as a part of the page. */
  public Response show(DashboardRequest visit) {
    WebhookEndpointId endpoint = visit.id(WebhookEndpointId.KIND);
    Optional<TestResult> result = find(visit, deliveries, endpoint);
    return result.isPresent() && ListForm.isFragment(visit)
        ? Response.Page.of("test-result", "Test event", result.get())
        : Done.to(result.map(TestResult::page).orElse(WebhookPages.PATH + "/" + endpoint));
  }

  /** Returns the result of the event in the address; empty if it names none. */
  static Optional<TestResult> find(
      DashboardRequest visit, Deliveries deliveries, WebhookEndpointId endpoint) {
    return visit
        .query()
        .value(EVENT)
        .flatMap(EventId.KIND::parse)
        .map(event -> result(visit, deliveries, endpoint, event));
  }

  private static TestResult result(
      DashboardRequest visit, Deliveries deliveries, WebhookEndpointId endpoint, EventId event) {
    Optional<DeliveryAttempt> last = findLast(visit.realm(), deliveries, endpoint, event);
    String page = page(endpoint, event);
    if (last.isPresent()) {
      boolean isGood = last.get().result() == AttemptResult.DELIVERED;
      return new TestResult(
          isGood ? "good" : "bad",
          "Test event: %s in %d ms".formatted(last.get().text(), last.get().latencyMs()),
          Optional.empty(),
          page);
    }
    int tries =
        visit
            .query()
            .value(TRIES)
            .filter(text -> text.matches("[0-9]{1,2}"))
            .map(Integer::valueOf)
            .orElse(0);
    return new TestResult(
        "wait",
        "Test event sent. Waiting for the response.",
        Optional.of(
                "%s/%s/test-result?%s=%s&%s=%d"
                    .formatted(WebhookPages.PATH, endpoint, EVENT, event, TRIES, tries + 1))
            .filter(_ -> tries < MAX_TRIES),
        page);
  }

  private static Optional<DeliveryAttempt> findLast(
      Realm realm, Deliveries deliveries, WebhookEndpointId endpoint, EventId event) {
    List<Delivery> sent =
        deliveries
            .listOfEvents(realm, List.of(event), PageRequest.MAX_LIMIT)
            .getOrDefault(event, List.of())
            .stream()
            .filter(delivery -> delivery.endpoint().equals(endpoint))
            .toList();
    Map<DeliveryId, DeliveryAttempt> last = deliveries.listLastAttempts(realm, sent);
    return sent.stream()
        .map(Delivery::id)
        .flatMap(id -> Optional.ofNullable(last.get(id)).stream())
        .findFirst();
  }

  private static String page(WebhookEndpointId endpoint, EventId event) {
    return "%s/%s?%s=%s".formatted(WebhookPages.PATH, endpoint, EVENT, event);
  }
}
