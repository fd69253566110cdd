package florin.webhook;

import florin.core.Field;
import florin.core.MetadataChange;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoint.Target;
import java.util.List;
import java.util.Optional;

/** What a request says of an endpoint; what it does not name stays. */
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

  /** Whoever enables an endpoint clears the reason; one that is disabled keeps its own. */
  Optional<DisabledReason> applyTo(Optional<DisabledReason> before) {
    return status.isEmpty()
        ? before
        : switch (status.get()) {
          case ENABLED -> Optional.empty();
          case DISABLED -> Optional.of(before.orElse(DisabledReason.REQUESTED));
        };
  }
}
