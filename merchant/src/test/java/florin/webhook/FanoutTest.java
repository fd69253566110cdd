package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.Sql;
import florin.db.TestConnections;
import florin.db.TestPostgres;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.event.EventType;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.Secrets;
import florin.webhook.WebhookEndpoint.Target;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A commit skips its fan-out only if the fan-out has nothing to do. */
@TestInstance(Lifecycle.PER_CLASS)
class FanoutTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final int ROUNDS = 50;
  private static final AtomicLong ACCOUNTS = new AtomicLong();

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final GroupCommit grouped = grouped("grouped");
  private final GroupCommit oneByOne =
      GroupCommit.oneByOne(
          "one",
          database::connect,
          GroupCommit.DEFAULT_PATIENCE,
          List.of(Fanout.ofEvents()),
          this::hear);
  private final GroupCommit otherNode = grouped("other");

  private GroupCommit grouped(String name) {
    return new GroupCommit(
        name,
        database::connect,
        1,
        GroupCommit.DEFAULT_PATIENCE,
        List.of(Fanout.ofEvents()),
        this::hear);
  }

  /** A statement trigger also runs if the statement changes no rows. */
  @BeforeAll
  void countFanouts() throws SQLException {
    Sql.execute(
        database,
        """
        CREATE SEQUENCE fanouts;
        CREATE SEQUENCE deaths;
        CREATE TABLE dying (realm_id bigint);
        CREATE FUNCTION count_fanout() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM nextval('fanouts');
          RETURN NULL;
        END $$;
        CREATE FUNCTION die_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM dying WHERE realm_id = NEW.realm_id) AND nextval('deaths') = 1 THEN
            PERFORM pg_terminate_backend(pg_backend_pid());
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER counts BEFORE INSERT ON delivery FOR EACH STATEMENT EXECUTE FUNCTION count_fanout();
        CREATE TRIGGER dies BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION die_once()
        """);
  }

  @AfterAll
  void close() {
    grouped.close();
    oneByOne.close();
    otherNode.close();
  }

  @Test
  void an_event_in_a_realm_without_endpoints_runs_no_fan_out() {
    Realm realm = realm();
    commit(grouped, EventLog.append(event(realm)));
    long before = fanouts();
    for (int i = 0; i < 10; i++) {
      commit(grouped, EventLog.append(event(realm)), EventLog.append(event(realm())));
    }

    assertThat(fanouts()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_endpoint_created_on_another_node_receives_the_next_event(boolean isGrouped) {
    GroupCommit node = isGrouped ? grouped : oneByOne;
    var early = new ArrayList<String>();
    var heard = new ArrayList<String>();
    for (int round = 0; round < ROUNDS; round++) {
      Realm realm = realm();
      early.add(commitEvent(node, realm));
      commit(otherNode, WebhookEndpointStore.insert(endpoint(realm)));
      heard.add(commitEvent(node, realm));
      heard.add(commitEvent(node, realm));
    }

    assertThat(delivered()).containsAll(heard).doesNotContainAnyElementsOf(early);
    await().until(() -> told.containsAll(heard));
  }

  @Test
  void changes_of_an_endpoints_status_and_types_take_effect_immediately() {
    Realm realm = realm();
    WebhookEndpoint all = endpoint(realm);
    commit(otherNode, WebhookEndpointStore.insert(all));
    assertThat(deliveriesOfNext(realm)).isOne();

    WebhookEndpoint disabled = all.with(all.target(), Optional.of(DisabledReason.REQUESTED));
    commit(otherNode, WebhookEndpointStore.update(disabled));
    assertThat(deliveriesOfNext(realm)).isZero();

    WebhookEndpoint ofOthers = disabled.with(target(EventType.REFUND_FAILED), Optional.empty());
    commit(otherNode, WebhookEndpointStore.update(ofOthers));
    assertThat(deliveriesOfNext(realm)).isZero();

    WebhookEndpoint ofThese = ofOthers.with(target(EventType.CUSTOMER_CREATED), Optional.empty());
    commit(otherNode, WebhookEndpointStore.update(ofThese));
    assertThat(deliveriesOfNext(realm)).isOne();

    commit(otherNode, WebhookEndpointStore.delete(ofThese));
    assertThat(deliveriesOfNext(realm)).isZero();
    long before = fanouts();
    assertThat(deliveriesOfNext(realm)).isZero();
    assertThat(fanouts()).isEqualTo(before);
  }

  @Test
  void of_two_realms_in_a_batch_the_one_with_an_endpoint_is_notified() {
    Realm silent = realm();
    Realm hearing = realm();
    commit(otherNode, WebhookEndpointStore.insert(endpoint(hearing)));
    for (int round = 0; round < 3; round++) {
      commit(grouped, EventLog.append(event(silent)));
      Event unheard = event(silent);
      Event heard = event(hearing);
      commit(grouped, EventLog.append(unheard), EventLog.append(heard));

      assertThat(deliveriesOf(unheard)).isZero();
      assertThat(deliveriesOf(heard)).isOne();
    }
  }

  @Test
  void a_backend_that_dies_in_a_late_fanout_causes_a_repeated_batch() throws SQLException {
    Realm realm = realm();
    commit(grouped, EventLog.append(event(realm)));
    commit(otherNode, WebhookEndpointStore.insert(endpoint(realm)));
    Sql.execute(database, "INSERT INTO dying VALUES (%d)".formatted(realm.id()));
    Event event = event(realm);
    commit(grouped, EventLog.append(event));

    assertThat(count("SELECT last_value FROM deaths")).isEqualTo(2);
    assertThat(deliveriesOf(event)).isOne();
    assertThat(count("SELECT count(*) FROM event WHERE id = ?", event.id().uuid())).isOne();
  }

  private static String commitEvent(GroupCommit node, Realm realm) {
    Event event = event(realm);
    commit(node, EventLog.append(event));
    return event.id().uuid().toString();
  }

  private List<String> delivered() {
    return TestConnections.run(
        database,
        connection ->
            Db.query(connection, "SELECT event_id::text FROM delivery", row -> row.getString(1)));
  }

  private void hear(List<List<Object>> rows) {
    rows.forEach(row -> told.add(Fanout.Lease.of(row).event().uuid().toString()));
  }

  private long deliveriesOfNext(Realm realm) {
    Event event = event(realm);
    commit(grouped, EventLog.append(event));
    return deliveriesOf(event);
  }

  private static Realm realm() {
    return Realm.of(ACCOUNTS.incrementAndGet(), Mode.TEST);
  }

  private static Event event(Realm realm) {
    return new Event(
        realm,
        new EventId(UUID.randomUUID()),
        EventType.CUSTOMER_CREATED,
        UUID.randomUUID(),
        1,
        "{}",
        Optional.empty(),
        NOW);
  }

  private static WebhookEndpoint endpoint(Realm realm) {
    return new WebhookEndpoint(
        realm,
        new WebhookEndpointId(UUID.randomUUID()),
        1,
        new Target("https://shop.example", List.of("*"), Optional.empty(), Map.of()),
        Optional.empty(),
        new Secrets("secret", Optional.empty()),
        Optional.empty(),
        NOW);
  }

  private static Target target(EventType only) {
    return new Target("https://shop.example", List.of(only.text()), Optional.empty(), Map.of());
  }

  private static void commit(GroupCommit node, Write... writes) {
    assertThat(node.commit(Changeset.of(writes))).isEqualTo(new CommitResult.Committed());
  }

  private long fanouts() {
    return count("SELECT last_value FROM fanouts");
  }

  private long deliveriesOf(Event event) {
    return count("SELECT count(*) FROM delivery WHERE event_id = ?", event.id().uuid());
  }

  private long count(String sql, Object... parameters) {
    return TestConnections.run(
        database,
        connection -> Db.query(connection, sql, row -> row.getLong(1), parameters).getFirst());
  }
}
