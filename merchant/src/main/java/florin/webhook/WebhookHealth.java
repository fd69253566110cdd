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
 * An overview of a realm's webhooks, which reads a bounded number of rows, independent of the
 * number of deliveries.
 */
public final class WebhookHealth {
  /** The most endpoints that are listed, failing ones first. */
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
   * The attempts that began in an hour.
   *
   * @param failed those without a response, or without a 2xx
   * @param latencies the number of responses in each bucket of {@link LatencyBuckets}
   */
  public record EndpointHour(Instant begins, int delivered, int failed, List<Long> latencies) {
    public EndpointHour {
      latencies = List.copyOf(latencies);
    }
  }

  /**
   * The results of the last 24 hours, including the current one.
   *
   * @param hours all of them, the oldest first
   * @param p95Ms the 95th percentile of response times in milliseconds; empty without any
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

  /** Returns the last day of each of these endpoints, even of those without attempts. */
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
   * The state of an endpoint.
   *
   * @param failingSince empty if the last attempt succeeded
   * @param disabledReason why it is disabled
   * @param oldestDue the due time of the longest due delivery
   */
  public record EndpointHealth(
      WebhookEndpointId id,
      String url,
      EndpointState state,
      Optional<Instant> failingSince,
      Optional<DisabledReason> disabledReason,
      Optional<Instant> oldestDue) {
    /** Returns whether Florin, and not the merchant, disabled it. */
    public boolean isDisabledByUs() {
      return disabledReason.filter(why -> why != DisabledReason.REQUESTED).isPresent();
    }
  }

  public enum EndpointState {
    ENABLED,
    /** It is enabled, and its last attempt failed. */
    FAILING,
    DISABLED;

    static EndpointState of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Returns the endpoints, failing ones first, up to {@link #MOST_ENDPOINTS}. */
  public List<EndpointHealth> listEndpoints(Realm realm) {
    return store.listEndpoints(realm, MOST_ENDPOINTS, clock.instant());
  }
}
