package florin.webhook;

import florin.core.ErrorCode;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.db.IdTime;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import florin.idempotency.Decision;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.Result.Again;
import florin.idempotency.Result.Now;
import florin.vault.SecretSeal;
import florin.webhook.WebhookEndpoint.OldSecret;
import florin.webhook.WebhookEndpoint.Secrets;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoint.Target;
import florin.webhook.WebhookUrl.UrlException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The merchants' commands on webhook endpoints. */
public final class WebhookEndpoints {
  static final Duration MAX_OVERLAP = Duration.ofDays(7);
  static final Duration DEFAULT_OVERLAP = Duration.ofHours(24);

  private final WebhookEndpointStore store;
  private final AddressGuard guard;
  private final SecretSeal seal;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;
  private final SecureRandom random;

  public WebhookEndpoints(
      WebhookEndpointStore store,
      AddressGuard guard,
      SecretSeal seal,
      IdempotentCommand once,
      IdSource ids,
      InstantSource clock,
      SecureRandom random) {
    this.store = store;
    this.guard = guard;
    this.seal = seal;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
    this.random = random;
  }

  /** The fields of a new endpoint; those without a default are required. */
  public record NewEndpoint(
      String url,
      Optional<List<String>> enabledEvents,
      Optional<String> description,
      Map<String, String> metadata) {}

  /** An endpoint with its new secret, which is shown once. */
  public record NewSecret(WebhookEndpoint endpoint, SigningSecret secret) {}

  public Result<NewSecret> create(Realm realm, Origin origin, NewEndpoint wanted) {
    return revealed(
        realm,
        once.run(
            realm,
            origin,
            () -> {
              requireAllowed(realm.mode(), wanted.url());
              var id = new WebhookEndpointId(ids.next());
              var target =
                  new Target(
                      wanted.url(),
                      wanted.enabledEvents().orElse(List.of(WebhookEndpoint.ALL)),
                      wanted.description(),
                      wanted.metadata());
              SigningSecret secret = SigningSecret.make(random);
              var endpoint =
                  new WebhookEndpoint(
                      realm,
                      id,
                      1,
                      target,
                      Optional.empty(),
                      new Secrets(sealed(realm, id, secret), Optional.empty()),
                      Optional.empty(),
                      clock.instant());
              return withSecret(endpoint, secret, WebhookEndpointStore.insert(endpoint));
            }));
  }

  public Optional<WebhookEndpoint> find(Realm realm, WebhookEndpointId id) {
    return store.find(realm, id);
  }

  /** Returns the endpoints of a realm, newest first. */
  public Page<WebhookEndpoint> list(Realm realm, PageRequest page) {
    return list(realm, Optional.empty(), IdTime.Span.ALWAYS, page);
  }

  public Page<WebhookEndpoint> list(
      Realm realm, Optional<Status> status, IdTime.Span created, PageRequest page) {
    return store.list(realm, status, created, page);
  }

  public Result<WebhookEndpoint> update(
      Realm realm, WebhookEndpointId id, Origin origin, EndpointChange change) {
    return once.run(
        realm,
        origin,
        () -> {
          WebhookEndpoint before = store.find(realm, id).orElseThrow(id::notFound);
          change.url().ifPresent(url -> requireAllowed(realm.mode(), url));
          WebhookEndpoint after =
              before.with(change.applyTo(before.target()), change.applyTo(before.disabledReason()));
          return changed(before, after);
        });
  }

  /** Deletes an endpoint. Pending deliveries are canceled; past ones stay in the log. */
  public Result<WebhookEndpoint> delete(Realm realm, WebhookEndpointId id, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          WebhookEndpoint before = store.find(realm, id).orElseThrow(id::notFound);
          return Decision.untold(
              id.uuid(),
              before,
              List.of(WebhookEndpointStore.delete(before)),
              WebhookEndpointView::deleted);
        });
  }

  /**
   * Creates a new secret. The previous one also signs until the overlap ends; an older one stops
   * immediately.
   */
  public Result<NewSecret> rotateSecret(
      Realm realm, WebhookEndpointId id, Origin origin, Duration overlap) {
    return revealed(
        realm,
        once.run(
            realm,
            origin,
            () -> {
              WebhookEndpoint before = store.find(realm, id).orElseThrow(id::notFound);
              Optional<OldSecret> old =
                  overlap.isZero()
                      ? Optional.empty()
                      : Optional.of(
                          new OldSecret(before.secrets().current(), clock.instant().plus(overlap)));
              SigningSecret secret = SigningSecret.make(random);
              WebhookEndpoint after = before.with(new Secrets(sealed(realm, id, secret), old));
              return withSecret(after, secret, WebhookEndpointStore.update(after));
            }));
  }

  /** Sends a test event only to this endpoint, and returns the event. */
  public Result<StoredEvent> test(Realm realm, WebhookEndpointId id, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          WebhookEndpoint endpoint =
              requireEnabled(store.find(realm, id).orElseThrow(id::notFound));
          var event =
              new Event(
                  realm,
                  new EventId(ids.next()),
                  EventType.WEBHOOK_ENDPOINT_TEST,
                  id.uuid(),
                  1,
                  WebhookEndpointView.text(endpoint),
                  Optional.of(origin.cause()),
                  clock.instant());
          StoredEvent sent = StoredEvent.of(event);
          return new Decision.Change<>(
              event.id().uuid(),
              sent,
              List.of(EventLog.append(event)),
              _ -> new Idempotency.AnswerCopy(200, sent.body()));
        });
  }

  /**
   * Delivers all events since a time that the endpoint's types include and that are neither
   * delivered nor pending.
   */
  public Result<WebhookEndpoint> replay(
      Realm realm, WebhookEndpointId id, Origin origin, Instant since) {
    return replay(realm, id, origin, since, clock.instant());
  }

  /** Delivers the missed events between two times. */
  public Result<WebhookEndpoint> replay(
      Realm realm, WebhookEndpointId id, Origin origin, Instant since, Instant until) {
    return once.run(
        realm,
        origin,
        () -> {
          WebhookEndpoint endpoint =
              requireEnabled(store.find(realm, id).orElseThrow(id::notFound));
          return Decision.untold(
              id.uuid(),
              endpoint,
              List.of(
                  WebhookEndpointStore.replay(
                      endpoint,
                      new EventId(IdTime.lowest(since)),
                      new EventId(IdTime.highest(until)))),
              WebhookEndpointView::of);
        });
  }

  /** Rejects commands that need an enabled endpoint. */
  static WebhookEndpoint requireEnabled(WebhookEndpoint endpoint) {
    if (!endpoint.isEnabled()) {
      throw new Problem.BadRequest(
              ErrorCode.WEBHOOK_ENDPOINT_DISABLED,
              "The webhook endpoint is disabled. Update it with status enabled first; nothing was sent.")
          .refusal();
    }
    return endpoint;
  }

  private static Decision<WebhookEndpoint> changed(WebhookEndpoint before, WebhookEndpoint after) {
    boolean same =
        after.target().equals(before.target())
            && after.disabledReason().equals(before.disabledReason());
    return Decision.untold(
        before.id().uuid(),
        same ? before : after,
        same ? List.of() : List.of(WebhookEndpointStore.update(after)),
        WebhookEndpointView::of);
  }

  private String sealed(Realm realm, WebhookEndpointId id, SigningSecret secret) {
    return seal.seal(realm, id.uuid(), secret.text());
  }

  private static Decision<NewSecret> withSecret(
      WebhookEndpoint endpoint, SigningSecret secret, Write row) {
    return new Decision.Change<>(
        endpoint.id().uuid(),
        new NewSecret(endpoint, secret),
        List.of(row),
        _ -> WebhookEndpointView.keptWithoutSecret(endpoint));
  }

  /** Adds the secret to a stored response when it is sent; it is stored without it. */
  private <T> Result<T> revealed(Realm realm, Result<T> result) {
    return switch (result) {
      case Now<T> now -> now;
      case Again<T>(Optional<T> object, Idempotency.AnswerCopy answer) ->
          new Again<>(
              object,
              answer.revealed(secret -> seal.open(realm, secret.resource(), secret.text())));
    };
  }

  private void requireAllowed(Mode mode, String url) {
    try {
      guard.check(mode, url);
    } catch (UrlException refused) {
      throw Problem.BadParameters.of(
              "url", ErrorCode.WEBHOOK_URL_NOT_ALLOWED, "url " + refused.getMessage())
          .refusal();
    }
  }
}
