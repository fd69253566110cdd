package florin.connector;

import florin.core.Id.ConnectorId;
import florin.core.Realm;
import java.util.Map;

/**
 * The setup of one of a realm's connectors.
 *
 * @param settings the values that are no secrets, an account's name at the provider or a URL for
 *     example
 * @param credentials the secrets with which Florin authenticates to the provider
 */
public record ConnectorSetup(
    Realm realm, ConnectorId id, Map<String, String> settings, ProviderSecrets credentials) {
  public ConnectorSetup {
    settings = Map.copyOf(settings);
  }

  /** Secrets by name. Their string form is masked. */
  public record ProviderSecrets(Map<String, String> secrets) {
    public static final ProviderSecrets NONE = new ProviderSecrets(Map.of());

    public ProviderSecrets {
      secrets = Map.copyOf(secrets);
    }

    /**
     * Returns a secret.
     *
     * @throws IllegalStateException if it is missing
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
