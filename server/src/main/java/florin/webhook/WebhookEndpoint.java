package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a merchant wants to hear of events.
 *
 * @param version raised by every update, which holds only if nobody else has raised it meanwhile
 * @param disabledReason present while it is disabled
 * @param failingSince the first failure since which nothing has succeeded; empty where none is
 * @param secrets sealed: they are opened where something is signed, and nowhere else
 */
public record WebhookEndpoint(
    Realm realm,
    WebhookEndpointId id,
    int version,
    Target target,
    Optional<DisabledReason> disabledReason,
    Secrets secrets,
    Optional<Instant> failingSince,
    Instant created) {

  /** Every type of event. */
  public static final String ALL = "*";

  /**
   * What the merchant says of it.
   *
   * @param enabledEvents types of events, or {@link #ALL} alone
   */
  public record Target(
      String url,
      List<String> enabledEvents,
      Optional<String> description,
      Map<String, String> metadata) {
    public Target {
      enabledEvents =
          enabledEvents.contains(ALL) ? List.of(ALL) : enabledEvents.stream().distinct().toList();
      if (enabledEvents.isEmpty()) {
        throw new IllegalArgumentException("an endpoint without events");
      }
      // Sorted, so that the same metadata is always the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
  }

  public enum Status {
    ENABLED,
    DISABLED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why nothing is sent to it. */
  public enum DisabledReason {
    /** The merchant asked for it. */
    REQUESTED,
    /** It answered 410. */
    GONE,
    /** Nothing has succeeded for days. */
    FAILING;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static DisabledReason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * @param current what it is signed with
   * @param old what it is signed with as well, for a while after a rotation
   */
  public record Secrets(String current, Optional<OldSecret> old) {}

  public record OldSecret(String sealed, Instant expires) {}

  public Status status() {
    return disabledReason.isPresent() ? Status.DISABLED : Status.ENABLED;
  }

  /** Whether nothing has succeeded since a failure. */
  public boolean failing() {
    return failingSince.isPresent();
  }

  boolean isEnabled() {
    return disabledReason.isEmpty();
  }

  /** The sealed secrets that sign at a time, the current one first. */
  List<String> sealedSecrets(Instant now) {
    return secrets
        .old()
        .filter(old -> now.isBefore(old.expires()))
        .map(old -> List.of(secrets.current(), old.sealed()))
        .orElseGet(() -> List.of(secrets.current()));
  }

  WebhookEndpoint with(Target next, Optional<DisabledReason> reason) {
    return new WebhookEndpoint(
        realm, id, version + 1, next, reason, secrets, failingSince, created);
  }

  WebhookEndpoint with(Secrets next) {
    return new WebhookEndpoint(
        realm, id, version + 1, target, disabledReason, next, failingSince, created);
  }
}
