package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.connector.AuthorizeRequest;
import florin.connector.CallLimiter;
import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.PaymentNeeds;
import florin.connector.ProviderCircuit;
import florin.connector.Requests;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.connector.simulator.Simulator;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.Mode;
import florin.core.Pan;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.http.CapturedLog;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.Provider.Fault;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import florin.vault.KeyringStore;
import florin.vault.SealedTextStore;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class RealmConnectorsTest {
  private static final InstantSource CLOCK = InstantSource.system();
  private static final Realm LIVE = Realm.of(1, Mode.LIVE);
  private static final Realm OTHER = Realm.of(2, Mode.TEST);

  private final Provider provider = new Provider();
  private final TestApp florin = TestApp.open();
  private final Db db = new Db(florin.database());
  private final GroupCommit commits =
      new GroupCommit("exchange", florin.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final SecretSeal seal = new SecretSeal(this::keyring, new SecureRandom());
  private final Simulator simulator = new Simulator(commits, db, CLOCK);

  private final AtomicLong nanoTime = new AtomicLong();
  private final RealmConnectors connectors =
      new RealmConnectors(
          simulator,
          List.of(new ProviderKind(CLOCK)),
          new InstanceStore(db),
          new CredentialSealStore(seal),
          instance ->
              new ExchangeStore(Optional.of(commits), db, CLOCK)
                  .of(instance.realm(), instance.id()),
          this::epoch,
          nanoTime::get,
          1);

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
  void without_connectors_a_test_realm_has_the_simulator_and_a_live_realm_has_none() {
    assertThat(first(florin.realm())).containsSame(simulator);
    assertThat(first(LIVE)).isEmpty();
    assertThat(connectors.find(florin.realm(), new ConnectorName("simulator", "simulator")))
        .containsSame(simulator);
  }

  @Test
  void payments_of_a_realm_go_to_its_enabled_connector_and_those_of_others_do_not() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());

    assertThat(first(florin.realm()).map(Connector::name))
        .contains(new ConnectorName(instance.id().text(), "test_provider"));
    assertThat(first(OTHER)).containsSame(simulator);
    assertThat(connectors.find(OTHER, instance.name())).isEmpty();
  }

  @Test
  void a_live_realm_gets_a_live_connector() {
    Instance instance = ProviderInstances.add(florin, provider, LIVE, Map.of());

    assertThat(first(LIVE).map(Connector::id)).contains(instance.id().text());
    assertThat(first(florin.realm())).containsSame(simulator);
  }

  @Test
  void a_failing_provider_gets_no_new_operations_but_inquiries() {
    ProviderInstances.add(florin, provider, Map.of());
    Connector connector = first(florin.realm()).orElseThrow();
    for (int i = 0; i < ProviderCircuit.FAILURES; i++) {
      provider.fail("/confirm", Fault.ANSWER_LOST);
      assertThat(connector.authorize(sale(), Requests.soon())).isInstanceOf(Outcome.Unknown.class);
    }
    assertThat(connectors.listHealth()).extracting(ConnectorHealth::isCircuitOpen).contains(true);
    int asked = provider.requests().size();

    AuthorizeRequest fresh = sale();
    assertThat(connector.authorize(fresh, Requests.soon())).isEqualTo(new Outcome.NotSent());
    assertThat(provider.requests()).hasSize(asked);
    nanoTime.addAndGet(ProviderCircuit.FIRST_PAUSE.toNanos());
    assertThat(connector.authorize(fresh, Requests.soon()))
        .as("the same reference, from a process that was paused")
        .isInstanceOf(Outcome.Declined.class);
    assertThat(connector.inquire(Requests.about(fresh), Requests.soon()))
        .isEqualTo(new Inquiry.Absent());

    assertThat(connector.authorize(sale(), Requests.soon())).isInstanceOf(Outcome.Approved.class);
    assertThat(connectors.listHealth())
        .extracting(ConnectorHealth::isCircuitOpen)
        .containsOnly(false);
  }

  /**
   * The provider may have executed the operation. If Florin reported it as unsent, it could be
   * refunded twice or never.
   */
  @Test
  void an_operation_sent_before_is_not_reported_as_unsent_while_the_circuit_is_open() {
    ProviderInstances.add(florin, provider, Map.of());
    Connector connector = first(florin.realm()).orElseThrow();
    AuthorizeRequest authorized = sale();
    connector.authorize(authorized, Requests.soon());
    FollowUp refund = Requests.followUp(authorized, Requests.eur(1000));
    provider.fail("/refunds", Fault.ANSWER_LOST);
    assertThat(connector.followUp(OperationKind.REFUND, refund, Requests.soon()))
        .isInstanceOf(Outcome.Unknown.class);
    for (int i = 1; i < ProviderCircuit.FAILURES; i++) {
      provider.fail("/confirm", Fault.ANSWER_LOST);
      connector.authorize(sale(), Requests.soon());
    }

    assertThat(connector.followUp(OperationKind.REFUND, refund, Requests.soon()))
        .isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void the_concurrent_calls_to_a_connector_are_limited() {
    ProviderInstances.add(florin, provider, Map.of());
    CallLimiter room = first(florin.realm()).orElseThrow().room();

    assertThat(room.tryEnter()).isTrue();
    assertThat(room.tryEnter()).isFalse();
    assertThat(connectors.listHealth()).extracting(ConnectorHealth::calls).contains(1);
    room.leave();
    assertThat(room.tryEnter()).isTrue();
    room.leave();
  }

  /** Returns the connector of a new card payment. */
  private Optional<Connector> first(Realm realm) {
    return first(realm, Optional.empty());
  }

  private Optional<Connector> first(Realm realm, Optional<ConnectorId> wanted) {
    return connectors.findFor(
        realm,
        new PaymentNeeds(
            Requests.sale(new Pan("4242424242424242"), Requests.eur(1000)).credential(),
            Currency.get("eur")),
        wanted);
  }

  private AuthorizeRequest sale() {
    return Requests.sale(new Pan("4242424242424242"), Requests.eur(1000));
  }

  @Test
  void a_disabled_connector_gets_no_new_operations_after_the_epoch_and_completes_the_rest() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    Connector before = first(florin.realm()).orElseThrow();

    ProviderInstances.set(florin, instance, Status.DISABLED);

    assertThat(first(florin.realm())).containsSame(simulator);
    assertThat(connectors.find(florin.realm(), instance.name()).map(Connector::name))
        .contains(before.name());
  }

  @Test
  void an_unchanged_connector_is_not_opened_again() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    Connector before = connectors.find(florin.realm(), instance.name()).orElseThrow();

    florin.update("UPDATE key_epoch SET epoch = epoch + 1");

    assertThat(connectors.find(florin.realm(), instance.name())).containsSame(before);
  }

  @Test
  void a_connector_of_an_unknown_kind_rejects_its_operations_and_blocks_no_other_realm() {
    Instance unknown = ProviderInstances.add(florin, provider, Map.of());
    florin.update("UPDATE connector SET kind = 'unheard_of'");
    Instance good = ProviderInstances.add(florin, provider, LIVE, Map.of());

    refusesAllOf(unknown);
    assertThat(first(LIVE).map(Connector::id)).contains(good.id().text());
  }

  @Test
  void the_next_connector_of_the_realm_replaces_one_that_cannot_be_opened_unless_it_is_named() {
    Instance broken = ProviderInstances.add(florin, provider, Map.of());
    florin.update("UPDATE connector SET secret_sealed = '9.AAAA'");
    refusesAllOf(broken);
    Instance next = ProviderInstances.add(florin, provider, Map.of());

    assertThat(first(florin.realm()).map(Connector::id)).contains(next.id().text());
    refuses(() -> first(florin.realm(), Optional.of(broken.id())));
    refuses(() -> connectors.findUsable(florin.realm(), broken.name()));
  }

  @Test
  void a_connector_with_settings_that_its_kind_rejects_rejects_its_operations() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    florin.update("UPDATE connector SET settings = '{}'");

    refusesAllOf(instance);
  }

  @Test
  void open_operations_of_an_unusable_connector_are_neither_resolved_nor_given_up() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    florin.update("UPDATE connector SET secret_sealed = '9.AAAA'");

    Connector standing = connectors.find(florin.realm(), instance.name()).orElseThrow();

    var sale = Requests.sale(new Pan("4242424242424242"), Requests.eur(1000));
    assertThat(standing.authorize(sale, Requests.soon())).isInstanceOf(Outcome.Unknown.class);
    assertThat(
            standing.followUp(
                OperationKind.CANCEL, Requests.followUp(sale, Requests.eur(1000)), Requests.soon()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(standing.inquire(Requests.about(sale), Requests.soon()))
        .isInstanceOf(Inquiry.Unreachable.class);
  }

  @Test
  void a_manually_fixed_connector_is_opened_within_seconds_without_an_epoch() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    florin.update("UPDATE connector SET secret_sealed = '9.AAAA'");
    refusesAllOf(instance);

    florin.update("UPDATE connector SET secret_sealed = ?", instance.sealed().orElseThrow());

    refusesAllOf(instance);
    nanoTime.addAndGet(RealmConnectors.RETRY.toNanos());
    assertThat(first(florin.realm()).map(Connector::id)).contains(instance.id().text());
    assertThat(connectors.findUsable(florin.realm(), instance.name())).isPresent();
  }

  @Test
  void the_log_reports_an_error_once_without_the_settings() {
    Instance instance =
        ProviderInstances.add(florin, provider, Map.of("deadline", "deadline-of-the-realm"));

    try (var log = CapturedLog.of(RealmConnectors.class)) {
      for (int i = 0; i < 3; i++) {
        refusesAllOf(instance);
        nanoTime.addAndGet(RealmConnectors.RETRY.toNanos());
        florin.update("UPDATE key_epoch SET epoch = epoch + 1");
      }

      assertThat(log.lines())
          .filteredOn(line -> line.contains(instance.id().text()))
          .singleElement()
          .asString()
          .contains("DateTimeParseException")
          .doesNotContain("deadline-of-the-realm");
    }
  }

  @Test
  void a_draft_that_cannot_be_opened_is_not_reported() {
    Instance draft =
        ProviderInstances.set(
            florin, ProviderInstances.add(florin, provider, Map.of()), Status.DRAFT);
    florin.update("UPDATE connector SET settings = '{}'");

    try (var log = CapturedLog.of(RealmConnectors.class)) {
      assertThat(first(florin.realm())).containsSame(simulator);
      assertThat(connectors.find(florin.realm(), draft.name())).isPresent();
      florin.update("DELETE FROM connector");
      nanoTime.addAndGet(RealmConnectors.RETRY.toNanos());

      assertThat(connectors.find(florin.realm(), draft.name()))
          .as("connectors as of the last read")
          .isPresent();
      assertThat(log.lines()).noneMatch(line -> line.contains(draft.id().text()));
    }
  }

  @Test
  void connectors_beyond_the_limit_are_rejected_and_can_be_opened_later() {
    Instance first = ProviderInstances.add(florin, provider, Map.of());
    ProviderInstances.add(florin, provider, LIVE, Map.of());
    florin.update(
        """
        INSERT INTO connector (realm_id, id, version, kind, name, live, status, settings, webhook_token, created_at)
        SELECT realm_id, gen_random_uuid(), 1, 'unheard_of', name, live, 'draft', settings, n, created_at
          FROM connector, generate_series(1, ?) n
         WHERE realm_id = ?\
        """,
        RealmConnectors.MAX_INSTANCES - 1,
        florin.realm().id());

    assertThat(first(florin.realm()).map(Connector::id)).contains(first.id().text());
    assertThatThrownBy(() -> first(LIVE)).isInstanceOf(Refusal.class);
    var elsewhere = new ConnectorName(new ConnectorId(UUID.randomUUID()).text(), "test_provider");
    assertThatThrownBy(() -> connectors.findUsable(LIVE, elsewhere)).isInstanceOf(Refusal.class);
    assertThat(connectors.find(LIVE, elsewhere)).isPresent();
    assertThatThrownBy(() -> connectors.findByToken("nobody's")).isInstanceOf(Refusal.class);
  }

  private void refusesAllOf(Instance instance) {
    Realm realm = instance.realm();
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> first(realm),
            () -> connectors.findUsable(realm, instance.name()),
            () -> connectors.findByToken(instance.webhookToken()))) {
      refuses(use);
    }
    assertThat(connectors.find(realm, instance.name())).isPresent();
  }

  private static void refuses(ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal ->
                assertThat(refusal.problem())
                    .isInstanceOfSatisfying(
                        Problem.Unavailable.class,
                        problem ->
                            assertThat(problem.code()).isEqualTo(ErrorCode.CONNECTOR_UNAVAILABLE)));
  }

  @Test
  void credentials_are_sealed_for_their_row_and_move_with_the_envelope_key() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    String stored = florin.query("SELECT secret_sealed FROM connector").getFirst();
    var store = new CredentialSealStore(seal);

    assertThat(stored).startsWith("1.").doesNotContain(Provider.API_KEY);
    ProviderSecrets opened = store.open(instance);
    assertThat(opened.get("key")).isEqualTo(Provider.API_KEY);
    assertThat(opened).hasToString("Credentials[…]");

    SealedThings things = new SealedTextStore(db, seal, 1, InstanceStore.SEALED);
    assertThat(things.countByKey()).isEqualTo(Map.of(1, 1L));
    florin.update("UPDATE connector SET id = gen_random_uuid()");
    assertThatThrownBy(() -> store.open(new InstanceStore(db).list(1).getFirst()))
        .isInstanceOf(florin.vault.VaultException.class);
  }

  @Test
  void a_live_connector_is_used_in_a_live_realm_only() {
    ProviderInstances.add(florin, provider, Map.of());

    assertThatThrownBy(() -> florin.update("UPDATE connector SET live = NOT live"))
        .rootCause()
        .hasMessageContaining("connector_lives_in_its_mode");
    assertThat(Optional.of(florin.query("SELECT live::text FROM connector").getFirst()))
        .contains("false");
  }
}
