package florin.connector.instance;

import florin.connector.ConnectorForm;
import florin.connector.ConnectorForm.FormField;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.vault.VaultException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is set in an instance, opened: for its kind, or to be shown. */
public final class Setups {
  /** Of a shorter secret its end would tell too much. */
  private static final int LEAST_SHOWN = 16;

  private static final int SHOWN = 4;

  private final ConnectorKinds kinds;
  private final CredentialSealStore seal;
  private final URI base;

  /**
   * @param base of the addresses that providers are given, without a slash at its end
   */
  public Setups(ConnectorKinds kinds, CredentialSealStore seal, URI base) {
    this.kinds = kinds;
    this.seal = seal;
    this.base = base;
  }

  /**
   * A connector as its merchant may see it.
   *
   * @param form empty where this Florin does not know the kind
   * @param webhookUrl where the provider is to send its webhooks
   * @param areWebhooksRequested whether the provider was told so
   */
  public record ConnectorSummary(
      Instance instance,
      Optional<ConnectorForm> form,
      List<SecretField> secrets,
      URI webhookUrl,
      boolean areWebhooksRequested) {}

  /**
   * A field that is shown to nobody.
   *
   * @param last4 of what is set
   */
  public record SecretField(String name, boolean isSet, Optional<String> last4) {}

  ConnectorKinds kinds() {
    return kinds;
  }

  /** Refuses what cannot be done with a connector that this Florin has no kind for. */
  ConnectorKind kind(Instance instance) {
    return kinds
        .find(instance.provider().kind())
        .orElseThrow(() ->
            notReady(
                "This Florin does not know the connector's kind. Was it made by a later version?"));
  }

  /** Of what is sealed with a key that is gone nothing is left: it is to be set anew. */
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

  ConnectorSummary summary(Instance instance) {
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
        instance.webhooks().sentTo().equals(Optional.of(webhookUrl.toString())));
  }

  URI webhookUrl(Instance instance) {
    return URI.create(base + "/connectors/" + instance.webhookToken() + "/webhooks");
  }

  /**
   * Whether a provider can come to us: by https, and not by a name or an address that is good
   * within one house only. Whether it leads here, only the provider sees.
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
