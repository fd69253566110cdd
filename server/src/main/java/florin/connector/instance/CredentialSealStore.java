package florin.connector.instance;

import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.http.Json;
import florin.vault.SecretSeal;
import java.util.Optional;

/** Seals the credentials for providers, in the same way as the secrets of webhook endpoints. */
public record CredentialSealStore(SecretSeal seal) {
  public Optional<String> seal(Realm realm, ConnectorId id, ProviderSecrets credentials) {
    return Optional.of(credentials.secrets())
        .filter(secrets -> !secrets.isEmpty())
        .map(secrets -> seal.seal(realm, id.uuid(), Json.text(secrets)));
  }

  ProviderSecrets open(Instance instance) {
    return instance
        .sealed()
        .map(sealed -> seal.open(instance.realm(), instance.id().uuid(), sealed))
        .map(Json::readStrings)
        .map(ProviderSecrets::new)
        .orElse(ProviderSecrets.NONE);
  }
}
