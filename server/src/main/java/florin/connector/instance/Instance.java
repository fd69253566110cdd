package florin.connector.instance;

import florin.connector.CheckReport;
import florin.connector.ConnectorName;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import java.time.Instant;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A connector that a realm has set up, as it is stored.
 *
 * @param version raised by every change
 * @param sealed its credentials
 */
public record Instance(
    Realm realm,
    ConnectorId id,
    int version,
    Provider provider,
    State state,
    Optional<String> sealed,
    ProviderWebhookAddress webhooks,
    Instant created) {

  /**
   * @param kind what speaks to it
   * @param name the merchant's word for it
   * @param settings what is no secret
   */
  public record Provider(String kind, String name, Map<String, String> settings) {
    public Provider {
      // Sorted, so that the same settings are always the same bytes.
      settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
  }

  /**
   * @param check what came of trying what is set now; whatever else is set has not been tried
   */
  public record State(Status status, Optional<LastCheck> check) {
    public static final State DRAFT = new State(Status.DRAFT, Optional.empty());

    boolean hasPassed() {
      return check.filter(it -> it.report().hasPassed()).isPresent();
    }
  }

  public record LastCheck(Instant at, CheckReport report) {}

  /**
   * @param token the part of the address that nobody can guess
   * @param sentTo what the provider was asked to send webhooks to
   */
  public record ProviderWebhookAddress(String token, Optional<String> sentTo) {
    public ProviderWebhookAddress(String token) {
      this(token, Optional.empty());
    }
  }

  /** Whether it is given anything new. What was begun is finished in every one. */
  public enum Status {
    DRAFT,
    ENABLED,
    DISABLED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public Status status() {
    return state.status();
  }

  public String webhookToken() {
    return webhooks.token();
  }

  ConnectorName name() {
    return new ConnectorName(id.text(), provider.kind());
  }

  public Instance with(Status next) {
    return with(new State(next, state.check()));
  }

  Instance with(State next) {
    return new Instance(realm, id, version + 1, provider, next, sealed, webhooks, created);
  }

  /** The same under another name. */
  Instance named(String name) {
    return new Instance(
        realm,
        id,
        version + 1,
        new Provider(provider.kind(), name, provider.settings()),
        state,
        sealed,
        webhooks,
        created);
  }

  /** Something else is set: nothing of it has been tried, and the provider was told nothing. */
  Instance with(Provider next, Optional<String> nextSealed) {
    return new Instance(
        realm,
        id,
        version + 1,
        next,
        State.DRAFT,
        nextSealed,
        new ProviderWebhookAddress(webhooks.token()),
        created);
  }

  /** The provider sends its webhooks to an address from now on. */
  Instance enabled(Optional<String> nextSealed, Optional<String> sentTo) {
    return new Instance(
        realm,
        id,
        version + 1,
        provider,
        new State(Status.ENABLED, state.check()),
        nextSealed,
        new ProviderWebhookAddress(webhooks.token(), sentTo),
        created);
  }
}
