package florin.testing.provider;

import florin.account.AccountStore;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.connector.instance.Instance.ProviderWebhookAddress;
import florin.connector.instance.Instance.State;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.core.Id.ConnectorId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestConnections;
import florin.db.Write;
import florin.testing.TestApp;
import florin.vault.KeyringStore;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Creates connectors to the provider without the API. */
public final class ProviderInstances {
  private static final IdSource IDS = new IdSource(InstantSource.system());

  private ProviderInstances() {}

  /** Creates an enabled connector in the test realm. */
  public static Instance add(TestApp florin, Provider provider, Map<String, String> settings) {
    return add(florin, provider, florin.realm(), settings);
  }

  public static Instance add(
      TestApp florin, Provider provider, Realm realm, Map<String, String> settings) {
    var all = new HashMap<>(settings);
    all.put("address", provider.address().toString());
    return add(
        florin,
        realm,
        new Instance.Provider(ProviderKind.KIND, "The provider", all),
        new ProviderSecrets(Map.of("key", Provider.API_KEY, "webhooks", Provider.SECRET)));
  }

  /** Creates an enabled connector of any kind. */
  public static Instance add(
      TestApp florin, Realm realm, Instance.Provider provider, ProviderSecrets credentials) {
    try (var db = TestConnections.patient(florin.database())) {
      var id = new ConnectorId(IDS.next());
      Optional<String> sealed =
          new CredentialSealStore(seal(florin, db)).seal(realm, id, credentials);
      var instance =
          new Instance(
              realm,
              id,
              1,
              provider,
              new State(Status.ENABLED, Optional.empty(), Optional.of(0)),
              sealed,
              new ProviderWebhookAddress(UUID.randomUUID().toString()),
              Instant.now());
      commit(florin, InstanceStore.insert(instance));
      return instance;
    }
  }

  public static Instance set(TestApp florin, Instance instance, Status status) {
    Instance next = instance.with(new State(status, instance.state().check(), Optional.empty()));
    commit(florin, InstanceStore.update(next));
    return next;
  }

  /** Returns the encryption with the installation's current keys. */
  static SecretSeal seal(TestApp florin, Db db) {
    var random = new SecureRandom();
    var keyring = KeyringStore.open(db, florin.keysFile(), random);
    return new SecretSeal(() -> keyring, random);
  }

  private static void commit(TestApp florin, Write row) {
    try (var commits =
        new GroupCommit("instances", florin.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE)) {
      CommitResult result = commits.commit(Changeset.of(row, AccountStore.raiseEpoch()));
      if (!(result instanceof CommitResult.Committed)) {
        throw new IllegalStateException("a connector was not written: " + result);
      }
    }
  }
}
