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
 * @param version increased by every change
 * @param sealed its encrypted credentials
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
   * The provider of a connector.
   *
   * @param kind the kind of connector
   * @param name the merchant's name for it
   * @param settings the values that are no secrets
   */
  public record Provider(String kind, String name, Map<String, String> settings) {
    public Provider {
      // Sorted, so that the same settings always give the same bytes.
      settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
  }

  /**
   * The mutable state of a connector.
   *
   * @param check the result of testing the current setup; a changed setup has none
   * @param position its place among the enabled connectors of the realm: the lowest is the default.
   *     A changed connector keeps it until it is enabled again.
   */
  public record State(Status status, Optional<LastCheck> check, Optional<Integer> position) {
    public static final State DRAFT = new State(Status.DRAFT, Optional.empty(), Optional.empty());

    public boolean hasPassed() {
      return check.filter(it -> it.report().hasPassed()).isPresent();
    }
  }

  public record LastCheck(Instant at, CheckReport report) {}

  /**
   * The webhook URL of a connector.
   *
   * @param token the secret part of the URL
   * @param sentTo the URL that the provider was configured with
   */
  public record ProviderWebhookAddress(String token, Optional<String> sentTo) {
    public ProviderWebhookAddress(String token) {
      this(token, Optional.empty());
    }
  }

  /** Whether it receives new operations. Operations in flight are finished in every status. */
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

  /** Returns the connector without its place. */
  Instance disabled() {
    return with(new State(Status.DISABLED, state.check(), Optional.empty()));
  }

  /** Returns the connector at another place, for the same update. */
  Instance placed(int position) {
    return new Instance(
        realm,
        id,
        version,
        provider,
        new State(state.status(), state.check(), Optional.of(position)),
        sealed,
        webhooks,
        created);
  }

  public Instance with(State next) {
    return new Instance(realm, id, version + 1, provider, next, sealed, webhooks, created);
  }

  /** Returns the connector with another name. */
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

  /**
   * Returns the connector with another setup. It has not been tested, and the provider has not been
   * configured for it.
   */
  Instance with(Provider next, Optional<String> nextSealed) {
    return new Instance(
        realm,
        id,
        version + 1,
        next,
        new State(Status.DRAFT, Optional.empty(), state.position()),
        nextSealed,
        new ProviderWebhookAddress(webhooks.token()),
        created);
  }

  /** Returns the connector enabled, with the URL to which the provider sends its webhooks. */
  Instance enabled(Optional<String> nextSealed, Optional<String> sentTo) {
    return new Instance(
        realm,
        id,
        version + 1,
        provider,
        new State(Status.ENABLED, state.check(), state.position()),
        nextSealed,
        new ProviderWebhookAddress(webhooks.token(), sentTo),
        created);
  }
}
