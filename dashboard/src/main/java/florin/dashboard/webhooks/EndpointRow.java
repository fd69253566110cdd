package florin.dashboard.webhooks;

import florin.webhook.WebhookEndpoint;
import java.util.List;
import java.util.Optional;

/** An endpoint as pages show it. */
public record EndpointRow(WebhookEndpoint endpoint) {
  public String path() {
    return WebhookPages.PATH + "/" + endpoint.id();
  }

  /** Returns whether deliveries currently fail. */
  public boolean isFailing() {
    return isEnabled() && endpoint.failingSince().isPresent();
  }

  public boolean isEnabled() {
    return endpoint.disabledReason().isEmpty();
  }

  public String status() {
    return isFailing() ? "failing" : endpoint.status().text();
  }

  public String eventWords() {
    List<String> events = endpoint.target().enabledEvents();
    return events.contains(WebhookEndpoint.ALL)
        ? "all"
        : events.size() == 1 ? events.getFirst() : events.size() + " types";
  }

  /** Returns a sentence; empty while it is enabled. */
  public Optional<String> whyDisabled() {
    return endpoint.disabledReason().map(EndpointRow::words);
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
