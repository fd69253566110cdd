package florin.webhook;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoint.Target;
import java.util.List;
import java.util.Optional;

/** The changes that a request makes to an endpoint. Absent fields stay as they are. */
public record EndpointChange(
    Optional<String> url,
    Optional<List<String>> enabledEvents,
    Field<String> description,
    MetadataChange metadata,
    Optional<Status> status) {

  Target applyTo(Target before) {
    return new Target(
        url.orElse(before.url()),
        enabledEvents.orElse(before.enabledEvents()),
        description.applyTo(before.description()),
        metadata.applyTo(before.metadata()));
  }

  /**
   * Returns the reason after the change: enabling clears it, and disabling keeps an existing one.
   */
  Optional<DisabledReason> applyTo(Optional<DisabledReason> before) {
    return status.isEmpty()
        ? before
        : switch (status.get()) {
          case ENABLED -> Optional.empty();
          case DISABLED -> Optional.of(before.orElse(DisabledReason.REQUESTED));
        };
  }
}
