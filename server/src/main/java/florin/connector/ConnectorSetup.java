package florin.connector;

import florin.core.Id.ConnectorId;
import florin.core.Realm;
import java.util.Map;

/**
 * What a realm has said of one of its connectors.
 *
 * @param settings what is no secret: an account's name there, an address
 * @param credentials what the provider knows us by
 */
public record ConnectorSetup(
    Realm realm, ConnectorId id, Map<String, String> settings, ProviderSecrets credentials) {
  public ConnectorSetup {
    settings = Map.copyOf(settings);
  }

  /** Secrets by name. Masked wherever it might be written. */
  public record ProviderSecrets(Map<String, String> secrets) {
    public static final ProviderSecrets NONE = new ProviderSecrets(Map.of());

    public ProviderSecrets {
      secrets = Map.copyOf(secrets);
    }

    /**
     * @throws IllegalStateException when it is not there
     */
    public String get(String name) {
      String secret = secrets.get(name);
      if (secret == null) {
        throw new IllegalStateException("the connector has no secret " + name);
      }
      return secret;
    }

    @Override
    public String toString() {
      return "Credentials[…]";
    }
  }
}
