package florin.webhook;

import florin.core.ErrorCode;
import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.idempotency.Decision;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The merchants' view of deliveries, and their commands. */
public final class Deliveries {
  /** The deliveries of each status that are searched for an endpoint's last failure. */
  private static final int FAILURES = 10;

  private final DeliveryStore store;
  private final WebhookEndpointStore endpoints;
  private final EventLog events;
  private final IdempotentCommand once;
  private final RetrySchedule schedule;

  Deliveries(
      DeliveryStore store,
      WebhookEndpointStore endpoints,
      EventLog events,
      IdempotentCommand once,
      RetrySchedule schedule) {
    this.schedule = schedule;
    this.store = store;
    this.endpoints = endpoints;
    this.events = events;
    this.once = once;
  }

  boolean isThere(Realm realm, DeliveryId id) {
    return store.find(realm, id).isPresent();
  }

  public Optional<Delivery> find(Realm realm, DeliveryId id) {
    return store.find(realm, id);
  }

  /** Returns the most attempts of a delivery. */
  public int mostAttempts() {
    return schedule.pauses().size() + 1;
  }

  /** Returns the last attempt of each delivery, without its response, for lists. */
  public Map<DeliveryId, DeliveryAttempt> listLastAttempts(Realm realm, List<Delivery> deliveries) {
    return store.listLastAttempts(realm, deliveries);
  }

  /**
   * Returns an endpoint's last failed attempt, among the newest deliveries of each unsuccessful
   * status.
   */
  public Optional<DeliveryAttempt> findLastFailure(Realm realm, WebhookEndpointId endpoint) {
    return Stream.of(Status.PENDING, Status.EXHAUSTED, Status.CANCELED)
        .map(status ->
            store.listOfEndpoint(realm, endpoint, Optional.of(status), PageRequest.first(FAILURES)))
        .flatMap(page -> store.listLastAttempts(realm, page.data()).values().stream())
        .filter(attempt -> attempt.result() != Delivery.AttemptResult.DELIVERED)
        .max(Comparator.comparing(DeliveryAttempt::created));
  }

  public Page<Delivery> listOfEvent(
      Realm realm, EventId event, Optional<Status> status, PageRequest page) {
    if (events.find(realm, event).isEmpty()) {
      throw event.notFound();
    }
    return store.listOfEvent(realm, event, status, page);
  }

  /** Returns the newest deliveries of several events, up to a limit for each event. */
  public Map<EventId, List<Delivery>> listOfEvents(Realm realm, List<EventId> wanted, int each) {
    return store.listOfEvents(realm, wanted, each).stream()
        .collect(Collectors.groupingBy(Delivery::event));
  }

  public Page<Delivery> listOfEndpoint(
      Realm realm, WebhookEndpointId endpoint, Optional<Status> status, PageRequest page) {
    if (endpoints.find(realm, endpoint).isEmpty()) {
      throw endpoint.notFound();
    }
    return store.listOfEndpoint(realm, endpoint, status, page);
  }

  public Map<DeliveryId, List<DeliveryAttempt>> listAttempts(
      Realm realm, List<Delivery> deliveries) {
    return store.listAttempts(realm, deliveries);
  }

  /**
   * Sends an event again, whatever the state of its deliveries, and returns the event. The
   * idempotency record stores the response's bytes and no reference, because an old event may be
   * deleted before the record.
   *
   * @param endpoint empty for all enabled endpoints that receive events of its type
   */
  public Result<StoredEvent> resend(
      Realm realm, EventId id, Optional<WebhookEndpointId> endpoint, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          StoredEvent event = events.find(realm, id).orElseThrow(id::notFound);
          endpoint.ifPresent(wanted ->
              WebhookEndpoints.requireEnabled(
                  endpoints.find(realm, wanted).orElseThrow(Deliveries::noEndpoint)));
          return new Decision.Change<>(
              id.uuid(),
              event,
              List.of(DeliveryStore.resend(realm, id, event.type(), endpoint)),
              _ -> new Idempotency.AnswerCopy(200, event.body()));
        });
  }

  private static Refusal noEndpoint() {
    return Problem.BadParameters.of(
            "webhook_endpoint",
            ErrorCode.RESOURCE_MISSING,
            "webhook_endpoint is the id of no endpoint of this account and mode. Check the id and the API key.")
        .refusal();
  }
}
