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
 * A merchant's endpoint for events.
 *
 * @param version raised by every update, which requires the version that was read
 * @param disabledReason present while it is disabled
 * @param failingSince the first failure after the last success; empty if there is none
 * @param secrets encrypted; only signing decrypts them
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

  /** The entry for every type of event. */
  public static final String ALL = "*";

  /**
   * The merchant's settings.
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
      // Sorted, so that equal metadata always has the same bytes.
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

  /** The reason why the endpoint is disabled. */
  public enum DisabledReason {
    /** The merchant requested it. */
    REQUESTED,
    /** The endpoint responded with 410. */
    GONE,
    /** No delivery has succeeded for days. */
    FAILING;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static DisabledReason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * The signing secrets.
   *
   * @param current the secret that signs
   * @param old the previous secret, which also signs for a while after a rotation
   */
  public record Secrets(String current, Optional<OldSecret> old) {}

  public record OldSecret(String sealed, Instant expires) {}

  public Status status() {
    return disabledReason.isPresent() ? Status.DISABLED : Status.ENABLED;
  }

  /** Returns whether the last attempt failed. */
  public boolean failing() {
    return failingSince.isPresent();
  }

  boolean isEnabled() {
    return disabledReason.isEmpty();
  }

  /** Returns the encrypted secrets that sign at a time, the current one first. */
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
