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
import florin.db.Write;
import florin.testing.StoredRow;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.OldSecret;
import florin.webhook.WebhookEndpoint.Secrets;
import florin.webhook.WebhookEndpoint.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class WebhookEndpointStoreTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456Z");
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private final GroupCommit commits =
      new GroupCommit("test", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final WebhookEndpointStore store = new WebhookEndpointStore(db);

  @AfterAll
  void close() {
    commits.close();
    db.close();
  }

  @Test
  void every_value_of_an_endpoint_is_stored_in_and_read_from_its_column() throws Exception {
    var made =
        new WebhookEndpoint(
            REALM,
            new WebhookEndpointId(UUID.randomUUID()),
            3,
            target("1"),
            Optional.of(DisabledReason.GONE),
            secrets("1", NOW.plusSeconds(9)),
            Optional.empty(),
            NOW);
    commit(WebhookEndpointStore.insert(made));

    assertThat(StoredRow.of(database, "webhook_endpoint", made.id().uuid()))
        .containsAllEntriesOf(
            Map.ofEntries(
                Map.entry("realm_id", Long.toString(REALM.id())),
                Map.entry("id", made.id().uuid().toString()),
                Map.entry("version", "3"),
                Map.entry("url", "https://shop.example/1"),
                Map.entry("enabled_events", "[\"first1\", \"second1\"]"),
                Map.entry("description", "description1"),
                Map.entry("metadata", "{\"k\": \"1\"}"),
                Map.entry("status", "disabled"),
                Map.entry("disabled_reason", "gone"),
                Map.entry("secret", "secret1"),
                Map.entry("old_secret", "old1"),
                Map.entry("old_secret_expires_at", "2026-11-21T12:00:09.123456+00:00"),
                Map.entry("created_at", "2026-11-21T12:00:00.123456+00:00")));
    assertThat(store.find(REALM, made.id())).contains(made);

    WebhookEndpoint updated =
        made.with(secrets("2", NOW.plusSeconds(7)))
            .with(target("2"), Optional.of(DisabledReason.FAILING));
    commit(WebhookEndpointStore.update(made.with(secrets("2", NOW.plusSeconds(7)))));
    commit(WebhookEndpointStore.update(updated));
    assertThat(store.find(REALM, made.id())).contains(updated);
  }

  private static Target target(String each) {
    return new Target(
        "https://shop.example/" + each,
        List.of("first" + each, "second" + each),
        Optional.of("description" + each),
        Map.of("k", each));
  }

  private static Secrets secrets(String each, Instant expires) {
    return new Secrets("secret" + each, Optional.of(new OldSecret("old" + each, expires)));
  }

  private void commit(Write write) {
    assertThat(commits.commit(Changeset.of(write))).isEqualTo(new CommitResult.Committed());
  }
}
