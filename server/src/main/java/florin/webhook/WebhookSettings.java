package florin.webhook;

import florin.idempotency.Idempotency;
import java.time.Duration;
import java.util.List;

/**
 * The operator's settings of webhooks.
 *
 * @param allowed allowed addresses that are not public: see {@link AddressGuard}
 * @param perEndpoint attempts in flight for one endpoint
 * @param inAll attempts in flight in total
 * @param eventsKept the retention period of events with their deliveries and attempts; at least
 *     {@link Idempotency#EVENTS_NEEDED}
 */
public record WebhookSettings(
    List<String> allowed, int perEndpoint, int inAll, RetrySchedule retries, Duration eventsKept) {
  public static final WebhookSettings DEFAULT =
      new WebhookSettings(List.of(), 10, 1024, RetrySchedule.DEFAULT, Duration.ofDays(30));

  public WebhookSettings {
    allowed = List.copyOf(allowed);
    if (eventsKept.compareTo(Idempotency.EVENTS_NEEDED) < 0) {
      throw new IllegalArgumentException("answers that are still kept refer to younger events");
    }
  }
}
