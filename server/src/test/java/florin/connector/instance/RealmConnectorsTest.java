package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.account.AccountStore;
import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.ConnectorSetup.Credentials;
import florin.connector.instance.Instance.Status;
import florin.connector.simulator.Simulator;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import florin.vault.KeyringStore;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class RealmConnectorsTest {
  private static final InstantSource CLOCK = InstantSource.system();
  private static final Realm OTHER = Realm.of(2, Mode.TEST);

  private final Provider provider = new Provider();
  private final TestApp florin = TestApp.open();
  private final Db db = new Db(florin.database());
  private final GroupCommit commits =
      new GroupCommit("exchange", florin.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final SecretSeal seal = new SecretSeal(this::keyring, new SecureRandom());
  private final AccountStore accounts = new AccountStore(db);
  private final Simulator simulator = new Simulator(commits, db, CLOCK);

  private final RealmConnectors connectors =
      new RealmConnectors(
          simulator,
          List.of(new ProviderKind(CLOCK)),
          new InstanceStore(db, accounts),
          new CredentialSealStore(seal),
          instance ->
              new ExchangeStore(Optional.of(commits), db, CLOCK)
                  .of(instance.realm(), instance.id()),
          this::epoch);

  private florin.vault.Keyring keyring() {
    return KeyringStore.open(db, florin.keysFile(), new SecureRandom());
  }

  private long epoch() {
    return db.list("SELECT epoch FROM key_epoch", row -> row.getLong(1)).getFirst();
  }

  @AfterEach
  void forget() {
    florin.update("DELETE FROM connector");
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
  }

  @AfterAll
  void close() {
    commits.close();
    db.close();
    florin.close();
    provider.close();
  }

  @Test
  void a_test_realm_without_one_has_the_simulator_and_a_live_realm_has_none() {
    assertThat(connectors.findFor(florin.realm())).containsSame(simulator);
    assertThat(connectors.findFor(Realm.of(1, Mode.LIVE))).isEmpty();
    assertThat(connectors.find(florin.realm(), new ConnectorName("simulator", "simulator")))
        .containsSame(simulator);
  }

  @Test
  void payments_of_a_realm_go_to_the_one_that_it_has_enabled_and_those_of_others_do_not() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());

    assertThat(connectors.findFor(florin.realm()).map(Connector::name))
        .contains(new ConnectorName(instance.id().text(), "test_provider"));
    assertThat(connectors.findFor(OTHER)).containsSame(simulator);
    assertThat(connectors.find(OTHER, instance.name())).isEmpty();
  }

  @Test
  void a_live_realm_has_a_live_one() {
    Instance instance = ProviderInstances.add(florin, provider, Realm.of(1, Mode.LIVE), Map.of());

    assertThat(connectors.findFor(Realm.of(1, Mode.LIVE)).map(Connector::id))
        .contains(instance.id().text());
    assertThat(connectors.findFor(florin.realm())).containsSame(simulator);
  }

  @Test
  void one_that_is_disabled_takes_nothing_new_once_the_epoch_has_moved_and_goes_on_with_the_rest() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    Connector before = connectors.findFor(florin.realm()).orElseThrow();

    ProviderInstances.set(florin, instance, Status.DISABLED);

    assertThat(connectors.findFor(florin.realm())).containsSame(simulator);
    assertThat(connectors.find(florin.realm(), instance.name()).map(Connector::name))
        .contains(before.name());
  }

  @Test
  void what_has_not_changed_is_not_opened_anew() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    Connector before = connectors.find(florin.realm(), instance.name()).orElseThrow();

    florin.update("UPDATE key_epoch SET epoch = epoch + 1");

    assertThat(connectors.find(florin.realm(), instance.name())).containsSame(before);
  }

  @Test
  void one_of_an_unknown_kind_or_without_its_secrets_hinders_no_other() {
    Instance unknown = ProviderInstances.add(florin, provider, Map.of());
    florin.update("UPDATE connector SET kind = 'unheard_of'");
    Instance sealedOtherwise = ProviderInstances.add(florin, provider, Map.of());
    florin.update(
        "UPDATE connector SET secret_sealed = '9.AAAA' WHERE id = ?", sealedOtherwise.id().uuid());
    Instance good = ProviderInstances.add(florin, provider, Map.of());

    assertThat(connectors.find(florin.realm(), unknown.name())).isEmpty();
    assertThat(connectors.find(florin.realm(), sealedOtherwise.name())).isEmpty();
    assertThat(connectors.findFor(florin.realm()).map(Connector::id)).contains(good.id().text());
  }

  @Test
  void credentials_are_sealed_for_their_row_and_move_with_the_envelope_key() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    String stored = florin.query("SELECT secret_sealed FROM connector").getFirst();
    var store = new CredentialSealStore(seal);

    assertThat(stored).startsWith("1.").doesNotContain(Provider.API_KEY);
    Credentials opened = store.open(instance);
    assertThat(opened.get("key")).isEqualTo(Provider.API_KEY);
    assertThat(opened).hasToString("Credentials[…]");

    SealedThings things = SealedConnectors.of(db, seal, 1).getFirst();
    assertThat(things.countByKey()).isEqualTo(Map.of(1, 1L));
    florin.update("UPDATE connector SET id = gen_random_uuid()");
    assertThatThrownBy(() -> store.open(new InstanceStore(db, accounts).list().getFirst()))
        .isInstanceOf(florin.vault.VaultException.class);
  }

  @Test
  void a_live_one_stands_in_a_live_realm_alone() {
    ProviderInstances.add(florin, provider, Map.of());

    assertThatThrownBy(() -> florin.update("UPDATE connector SET live = NOT live"))
        .rootCause()
        .hasMessageContaining("connector_lives_in_its_mode");
    assertThat(Optional.of(florin.query("SELECT live::text FROM connector").getFirst()))
        .contains("false");
  }
}
