package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a realm's webhooks are doing, to be seen at a glance: a read of a bounded number of rows,
 * however many deliveries there are.
 */
public final class WebhookHealth {
  /** How many of the newest deliveries are counted by their status. */
  public static final int LATEST = 1_000;

  /** Endpoints that are told of, those that do badly first. */
  public static final int MOST_ENDPOINTS = 100;

  private final WebhookHealthStore store;
  private final InstantSource clock;

  WebhookHealth(WebhookHealthStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * @param endpoints those that do badly first
   */
  public record HealthSummary(Latest latest, List<EndpointHealth> endpoints) {
    public HealthSummary {
      endpoints = List.copyOf(endpoints);
    }

    /** Since when the delivery has been due that has been so longest. */
    public Optional<Instant> oldestDue() {
      return endpoints.stream()
          .flatMap(endpoint -> endpoint.oldestDue().stream())
          .min(Instant::compareTo);
    }
  }

  /** Of the newest deliveries, {@link #LATEST} at most, how many stand how. */
  public record Latest(int delivered, int pending, int exhausted) {}

  /**
   * @param oldestDue empty where nothing is overdue
   */
  public record EndpointHealth(
      WebhookEndpointId id, String url, EndpointState state, Optional<Instant> oldestDue) {}

  public enum EndpointState {
    ENABLED,
    /** Enabled, and nothing has succeeded since a failure. */
    FAILING,
    DISABLED;

    static EndpointState of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public HealthSummary of(Realm realm) {
    return new HealthSummary(
        store.countLatest(realm, LATEST),
        store.listEndpoints(realm, MOST_ENDPOINTS, clock.instant()));
  }
}
