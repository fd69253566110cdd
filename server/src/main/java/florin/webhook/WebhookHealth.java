package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.webhook.WebhookEndpoint.DisabledReason;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a realm's webhooks are doing, to be seen at a glance: a read of a bounded number of rows,
 * however many deliveries there are.
 */
public final class WebhookHealth {
  /** Endpoints that are told of, those that do badly first. */
  public static final int MOST_ENDPOINTS = 100;

  private static final int HOURS = 24;

  private final WebhookHealthStore store;
  private final EndpointHourStore hours;
  private final InstantSource clock;

  WebhookHealth(WebhookHealthStore store, EndpointHourStore hours, InstantSource clock) {
    this.store = store;
    this.hours = hours;
    this.clock = clock;
  }

  /**
   * Attempts that began in an hour.
   *
   * @param failed those that got no answer, or not a 2xx
   * @param latencies how many answers there are in each bucket of {@link LatencyBuckets}
   */
  public record EndpointHour(Instant begins, int delivered, int failed, List<Long> latencies) {
    public EndpointHour {
      latencies = List.copyOf(latencies);
    }
  }

  /**
   * How deliveries went in the last 24 hours, that which is running included.
   *
   * @param hours all of them, the oldest first
   * @param p95Ms within how many milliseconds 95 of 100 answers came; empty without any
   */
  public record DayHealth(List<EndpointHour> hours, Optional<Integer> p95Ms) {
    public DayHealth {
      hours = List.copyOf(hours);
    }

    static DayHealth of(List<EndpointHour> found, Instant last) {
      var all = new ArrayList<EndpointHour>();
      var latencies = new long[LatencyBuckets.COUNT];
      for (int i = HOURS - 1; i >= 0; i--) {
        Instant begins = last.minus(i, ChronoUnit.HOURS);
        EndpointHour hour =
            found.stream()
                .filter(each -> each.begins().equals(begins))
                .findFirst()
                .orElseGet(() -> new EndpointHour(begins, 0, 0, List.of()));
        all.add(hour);
        for (int j = 0; j < Math.min(latencies.length, hour.latencies().size()); j++) {
          latencies[j] += hour.latencies().get(j);
        }
      }
      return new DayHealth(all, LatencyBuckets.p95Ms(latencies));
    }

    public long delivered() {
      return hours.stream().mapToLong(EndpointHour::delivered).sum();
    }

    public long failed() {
      return hours.stream().mapToLong(EndpointHour::failed).sum();
    }
  }

  /** Of each of these endpoints, also of one to which nothing was sent. */
  public Map<WebhookEndpointId, DayHealth> listDays(
      Realm realm, List<WebhookEndpointId> endpoints) {
    Instant last = clock.instant().truncatedTo(ChronoUnit.HOURS);
    Map<WebhookEndpointId, List<EndpointHour>> found =
        hours.list(realm, endpoints, last.minus(HOURS - 1, ChronoUnit.HOURS));
    return endpoints.stream()
        .distinct()
        .collect(
            Collectors.toMap(
                id -> id, id -> DayHealth.of(found.getOrDefault(id, List.of()), last)));
  }

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
