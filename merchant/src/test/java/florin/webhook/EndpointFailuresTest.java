package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.WebhookEndpointId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.testing.Poison;
import florin.webhook.DeliveryAttempts.PostOutcome;
import florin.webhook.WebhookEndpoint.Secrets;
import florin.webhook.WebhookEndpoint.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Sums failures of endpoints. The background writes every few seconds must not change the result.
 */
@TestInstance(Lifecycle.PER_CLASS)
class EndpointFailuresTest {
  private static final Realm REALM = Realm.of(1, Mode.TEST);
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private final GroupCommit commits =
      new GroupCommit("test", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final EndpointFailures failures =
      new EndpointFailures(db, new WebhookEndpointStore(db), InstantSource.fixed(NOW));

  @AfterAll
  void close() {
    failures.close();
    commits.close();
    db.close();
  }

  @Test
  void a_success_resets_the_failures_just_seen() {
    WebhookEndpointId endpoint = endpoint();
    fail(endpoint, 3, NOW);
    failures.succeeded(REALM, endpoint, false);
    failures.write();

    assertThat(standing(endpoint)).isEqualTo("0 since never");
  }

  @Test
  void a_success_resets_the_failures_written_before_it() {
    WebhookEndpointId endpoint = endpoint();
    fail(endpoint, 3, NOW);
    failures.write();
    assertThat(standing(endpoint)).isEqualTo("3 since 2026-11-21 12:00:00");
    fail(endpoint, 2, NOW.plusSeconds(60));
    failures.write();
    assertThat(standing(endpoint))
        .as("sum of all failures")
        .isEqualTo("5 since 2026-11-21 12:00:00");

    failures.succeeded(REALM, endpoint, false);
    failures.write();
    assertThat(standing(endpoint)).isEqualTo("0 since never");
  }

  @Test
  void failures_after_a_success_count_from_one() {
    WebhookEndpointId endpoint = endpoint();
    fail(endpoint, 30, NOW.minus(Duration.ofDays(6)));
    failures.succeeded(REALM, endpoint, true);
    fail(endpoint, 2, NOW);
    failures.write();

    assertThat(standing(endpoint)).isEqualTo("2 since 2026-11-21 12:00:00");
    assertThat(status(endpoint)).isEqualTo("enabled");
  }

  @Test
  void many_failures_over_days_disable_and_the_same_number_within_a_day_does_not() {
    WebhookEndpointId dead = endpoint();
    WebhookEndpointId fresh = endpoint();
    fail(dead, EndpointFailures.FAILURES_TOO_MANY, NOW.minus(EndpointFailures.FAILING_TOO_LONG));
    fail(fresh, EndpointFailures.FAILURES_TOO_MANY, NOW.minus(Duration.ofDays(1)));
    failures.write();

    assertThat(status(dead)).isEqualTo("disabled");
    assertThat(status(fresh)).isEqualTo("enabled");
  }

  @Test
  void a_tally_whose_query_is_always_slow_loses_no_other() {
    List<WebhookEndpointId> all = Stream.generate(this::endpoint).limit(8).toList();
    WebhookEndpointId poison = all.getFirst();
    try (var hours = new EndpointHours(db, new EndpointHourStore(db));
        var _ =
            Poison.ofSlow(
                database, "UPDATE", "webhook_endpoint", "OLD.id = '%s'".formatted(poison.uuid()));
        var _ =
            Poison.ofSlow(
                database,
                "INSERT",
                "endpoint_hour",
                "NEW.endpoint_id = '%s'".formatted(poison.uuid()))) {
      for (WebhookEndpointId endpoint : all) {
        fail(endpoint, 1, NOW);
        hours.attempted(REALM, endpoint, new PostOutcome.Failed("planted", Duration.ZERO), NOW);
      }
      failures.write();
      hours.write();
    }

    List<WebhookEndpointId> others = all.subList(1, all.size());
    assertThat(others).allMatch(it -> standing(it).startsWith("1 since"));
    assertThat(others)
        .allMatch(it ->
            query("SELECT count(*) FROM endpoint_hour WHERE endpoint_id = ?", it).equals("1"));
  }

  private void fail(WebhookEndpointId endpoint, int times, Instant at) {
    for (int i = 0; i < times; i++) {
      failures.failed(REALM, endpoint, at);
    }
  }

  private WebhookEndpointId endpoint() {
    var id = new WebhookEndpointId(UUID.randomUUID());
    var endpoint =
        new WebhookEndpoint(
            REALM,
            id,
            1,
            new Target("https://shop.example/" + id, List.of("*"), Optional.empty(), Map.of()),
            Optional.empty(),
            new Secrets("sealed", Optional.empty()),
            Optional.empty(),
            NOW);
    assertThat(commits.commit(Changeset.of(WebhookEndpointStore.insert(endpoint))))
        .isEqualTo(new CommitResult.Committed());
    return id;
  }

  private String standing(WebhookEndpointId endpoint) {
    return query(
        """
        SELECT failures || ' since ' || coalesce(to_char(failing_since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'never')
          FROM webhook_endpoint
         WHERE id = ?
        """,
        endpoint);
  }

  private String status(WebhookEndpointId endpoint) {
    return query("SELECT status FROM webhook_endpoint WHERE id = ?", endpoint);
  }

  private String query(String sql, WebhookEndpointId endpoint) {
    try (Connection connection = database.connect()) {
      return Db.query(connection, sql, row -> row.getString(1), endpoint.uuid()).getFirst();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
