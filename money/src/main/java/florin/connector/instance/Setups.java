package florin.connector.instance;

import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.vault.VaultException;
import java.net.InetAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The opened setup of an instance, for its kind or for display. */
public final class Setups {
  /**
   * The shortest secret whose last characters are shown; those of a shorter one would reveal too
   * much.
   */
  private static final int LEAST_SHOWN = 16;

  private static final int SHOWN = 4;

  private final ConnectorKinds kinds;
  private final CredentialSealStore seal;
  private final URI base;

  /**
   * The kinds of connector that this program supports, by name, in the order in which merchants see
   * them.
   */
  public static final class ConnectorKinds {
    private final Map<String, ConnectorKind> kinds = new LinkedHashMap<>();

    public ConnectorKinds(List<ConnectorKind> kinds) {
      kinds.forEach(kind -> this.kinds.put(kind.kind(), kind));
    }

    public Optional<ConnectorKind> find(String kind) {
      return Optional.ofNullable(kinds.get(kind));
    }

    public List<ConnectorKind> list() {
      return List.copyOf(kinds.values());
    }

    List<String> names() {
      return List.copyOf(kinds.keySet());
    }
  }

  /**
   * Creates the setups.
   *
   * @param base the base of the webhook URLs for providers, without a trailing slash
   */
  public Setups(ConnectorKinds kinds, CredentialSealStore seal, URI base) {
    this.kinds = kinds;
    this.seal = seal;
    this.base = base;
  }

  /**
   * A connector as its merchant may see it.
   *
   * @param form empty if this version does not support the kind
   * @param webhookUrl the URL to which the provider should send its webhooks
   * @param areWebhooksRequested whether the provider was configured with it
   * @param position its number in the order of the realm's enabled connectors, from 1, which is the
   *     default; empty unless it is enabled
   */
  public record ConnectorSummary(
      Instance instance,
      Optional<ConnectorForm> form,
      List<SecretField> secrets,
      URI webhookUrl,
      boolean areWebhooksRequested,
      Optional<Integer> position) {
    public boolean isDefault() {
      return position.equals(Optional.of(1));
    }
  }

  /**
   * A secret field, whose value is never shown.
   *
   * @param last4 the last four characters of the value
   */
  public record SecretField(String name, boolean isSet, Optional<String> last4) {}

  ConnectorKinds kinds() {
    return kinds;
  }

  /**
   * Returns the kind of an instance. Rejects the request if this version does not support the kind.
   */
  ConnectorKind kind(Instance instance) {
    return kinds
        .find(instance.provider().kind())
        .orElseThrow(() ->
            notReady(
                "This version doesn't support the connector's kind. A newer version may have created it; nothing was changed."));
  }

  /** Returns the values. Secrets whose encryption key is lost are missing and must be set again. */
  FieldValues fields(Instance instance) {
    return new FieldValues(instance.provider().settings(), open(instance).secrets());
  }

  Optional<String> seal(Instance instance, Map<String, String> secrets) {
    return seal.seal(instance.realm(), instance.id(), new ProviderSecrets(secrets));
  }

  ConnectorSetup of(Instance instance) {
    return new ConnectorSetup(
        instance.realm(), instance.id(), instance.provider().settings(), seal.open(instance));
  }

  /**
   * Returns the instance as its merchant may see it.
   *
   * @param places the enabled connectors before the instance's change is written
   */
  ConnectorSummary summary(Instance instance, Places places) {
    Optional<ConnectorForm> form = kinds.find(instance.provider().kind()).map(ConnectorKind::form);
    Map<String, String> secrets = open(instance).secrets();
    URI webhookUrl = webhookUrl(instance);
    return new ConnectorSummary(
        instance,
        form,
        form.stream()
            .flatMap(it -> it.fields().stream())
            .filter(FormField::secret)
            .map(field -> secret(field.name(), Optional.ofNullable(secrets.get(field.name()))))
            .toList(),
        webhookUrl,
        areWebhooksRequested(instance),
        places.number(instance));
  }

  /** Returns whether the provider was configured with the webhook URL. */
  boolean areWebhooksRequested(Instance instance) {
    return instance.webhooks().sentTo().equals(Optional.of(webhookUrl(instance).toString()));
  }

  URI webhookUrl(Instance instance) {
    return URI.create(base + "/connectors/" + instance.webhookToken() + "/webhooks");
  }

  /**
   * Returns whether a provider can reach Florin: over https, and not at a name or address that is
   * valid only in a local network. Only the provider can tell whether the URL leads to Florin.
   */
  boolean isPublic() {
    String host = base.getHost().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    if (!"https".equalsIgnoreCase(base.getScheme())) {
      return false;
    }
    try {
      InetAddress address = InetAddress.ofLiteral(host);
      return !address.isLoopbackAddress()
          && !address.isSiteLocalAddress()
          && !address.isLinkLocalAddress()
          && !address.isAnyLocalAddress()
          && !(address.getAddress().length == 16 && (address.getAddress()[0] & 0xfe) == 0xfc);
    } catch (IllegalArgumentException name) {
      return host.contains(".") && !host.matches(".*\\.(localhost|local|internal|lan|home\\.arpa)");
    }
  }

  static Refusal notReady(String message) {
    return new Problem.BadRequest(ErrorCode.CONNECTOR_NOT_READY, message).refusal();
  }

  private ProviderSecrets open(Instance instance) {
    try {
      return seal.open(instance);
    } catch (VaultException unreadable) {
      return ProviderSecrets.NONE;
    }
  }

  private static SecretField secret(String name, Optional<String> value) {
    return new SecretField(
        name,
        value.isPresent(),
        value
            .filter(secret -> secret.length() >= LEAST_SHOWN)
            .map(secret -> secret.substring(secret.length() - SHOWN)));
  }
}
