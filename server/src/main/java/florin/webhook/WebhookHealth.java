package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.webhook.WebhookEndpoint.DisabledReason;
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
  /**
   * @param failingSince empty where the last attempt succeeded
   * @param disabledReason why nothing is sent to it
   * @param oldestDue since when the delivery has been due that has been so longest
   */
  public record EndpointHealth(
      WebhookEndpointId id,
      String url,
      EndpointState state,
      Optional<Instant> failingSince,
      Optional<DisabledReason> disabledReason,
      Optional<Instant> oldestDue) {
    /** Rather than by somebody of the merchant's. */
    public boolean isDisabledByUs() {
      return disabledReason.filter(why -> why != DisabledReason.REQUESTED).isPresent();
    }
  }

  public enum EndpointState {
    ENABLED,
    /** Enabled, and nothing has succeeded since a failure. */
    FAILING,
    DISABLED;

    static EndpointState of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Those that do badly first, {@link #MOST_ENDPOINTS} at most. */
  public List<EndpointHealth> listEndpoints(Realm realm) {
    return store.listEndpoints(realm, MOST_ENDPOINTS, clock.instant());
  }
}
