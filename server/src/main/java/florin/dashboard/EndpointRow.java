package florin.dashboard;

import florin.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An endpoint as pages show it.
 *
 * @param failingSince the first failure after the last success
 * @param whyDisabled a sentence; empty while it is enabled
 */
public record EndpointRow(
    String id,
    String url,
    Optional<String> description,
    String status,
    Optional<Instant> failingSince,
    Optional<String> whyDisabled,
    List<String> events,
    Instant created,
    boolean hasOldSecret) {
  static EndpointRow of(WebhookEndpoint endpoint) {
    return new EndpointRow(
        endpoint.id().text(),
        endpoint.target().url(),
        endpoint.target().description(),
        endpoint.status().text(),
        endpoint.failingSince(),
        endpoint.disabledReason().map(EndpointRow::words),
        endpoint.target().enabledEvents(),
        endpoint.created(),
        endpoint.secrets().old().isPresent());
  }

  public String path() {
    return WebhookPages.PATH + "/" + id;
  }

  /** Returns whether deliveries currently fail. */
  public boolean isFailing() {
    return isEnabled() && failingSince.isPresent();
  }

  public boolean isEnabled() {
    return whyDisabled.isEmpty();
  }

  public String eventWords() {
    return events.contains(WebhookEndpoint.ALL)
        ? "all"
        : events.size() == 1 ? events.getFirst() : events.size() + " types";
  }

  private static String words(WebhookEndpoint.DisabledReason reason) {
    return switch (reason) {
      case REQUESTED -> "A team member disabled this endpoint.";
      case GONE -> "The endpoint returned 410 Gone, so Florin disabled it.";
      case FAILING ->
          "Every delivery failed for five days, at least 20 in all, so Florin disabled the endpoint.";
    };
  }
}
