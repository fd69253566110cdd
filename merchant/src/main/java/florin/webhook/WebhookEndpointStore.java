package florin.webhook;

import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookEndpoint.OldSecret;
import florin.webhook.WebhookEndpoint.Secrets;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoint.Target;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Webhook endpoints in PostgreSQL. */
public final class WebhookEndpointStore {
  private static final Table<WebhookEndpoint> TABLE = new Table<>("webhook_endpoint", "e");

  private static final Column<WebhookEndpoint, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, WebhookEndpoint::realm);
  private static final Column<WebhookEndpoint, WebhookEndpointId> ID =
      TABLE.column(
          "id", UUID.as(WebhookEndpointId::uuid, WebhookEndpointId::new), WebhookEndpoint::id);
  private static final Column<WebhookEndpoint, Integer> VERSION =
      TABLE.column("version", INTEGER, WebhookEndpoint::version);
  private static final Column<WebhookEndpoint, String> URL =
      TABLE.column("url", TEXT, endpoint -> endpoint.target().url());
  private static final Column<WebhookEndpoint, Optional<String>> DESCRIPTION =
      TABLE.optional("description", TEXT, endpoint -> endpoint.target().description());
  private static final Column<WebhookEndpoint, Optional<String>> METADATA =
      TABLE.optional(
          "metadata", JSONB, endpoint -> Json.textUnlessEmpty(endpoint.target().metadata()));
  private static final Column<WebhookEndpoint, String> STATUS =
      TABLE.column("status", TEXT, endpoint -> endpoint.status().text());
  private static final Column<WebhookEndpoint, Optional<DisabledReason>> DISABLED_REASON =
      TABLE.optional(
          "disabled_reason",
          TEXT.as(DisabledReason::text, DisabledReason::of),
          WebhookEndpoint::disabledReason);
  private static final Column<WebhookEndpoint, String> SECRET =
      TABLE.column("secret", TEXT, endpoint -> endpoint.secrets().current());
  private static final Column<WebhookEndpoint, Optional<String>> OLD_SECRET =
      TABLE.optional(
          "old_secret", TEXT, endpoint -> endpoint.secrets().old().map(OldSecret::sealed));
  private static final Column<WebhookEndpoint, Optional<Instant>> OLD_SECRET_EXPIRES_AT =
      TABLE.optional(
          "old_secret_expires_at",
          TIMESTAMPTZ,
          endpoint -> endpoint.secrets().old().map(OldSecret::expires));
  private static final Column<WebhookEndpoint, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, WebhookEndpoint::created);

  /** An array in the table, but text in the written rows: types of events contain no space. */
  private static final Column<WebhookEndpoint, String> ENABLED_EVENTS =
      TABLE.parameter(
          "enabled_events", TEXT, endpoint -> String.join(" ", endpoint.target().enabledEvents()));

  private static final RecordStatement<WebhookEndpoint> INSERT =
      TABLE.guarded(
          "webhook_endpoint.insert",
          """
          INSERT INTO webhook_endpoint (realm_id, id, version, url, enabled_events, description, metadata,
                 status, disabled_reason, secret, old_secret, old_secret_expires_at, created_at)
          SELECT realm_id, id, version, url, string_to_array(enabled_events, ' '), description, metadata,
                 status, disabled_reason, secret, old_secret, old_secret_expires_at, created_at
            FROM :rows
          RETURNING id\
          """,
          URL,
          ENABLED_EVENTS,
          DESCRIPTION,
          METADATA,
          STATUS,
          DISABLED_REASON,
          SECRET,
          OLD_SECRET,
          OLD_SECRET_EXPIRES_AT,
          CREATED_AT);

  /** Updates an endpoint; enabling it resets its failures. */
  private static final RecordStatement<WebhookEndpoint> UPDATE =
      TABLE.guarded(
          "webhook_endpoint.update",
          """
          UPDATE webhook_endpoint e
             SET version = r.version,
                 url = r.url,
                 enabled_events = string_to_array(r.enabled_events, ' '),
                 description = r.description,
                 metadata = r.metadata,
                 failing_since = CASE WHEN e.status = 'disabled' AND r.status = 'enabled' THEN NULL ELSE e.failing_since END,
                 failures = CASE WHEN e.status = 'disabled' AND r.status = 'enabled' THEN 0 ELSE e.failures END,
                 status = r.status,
                 disabled_reason = r.disabled_reason,
                 secret = r.secret,
                 old_secret = r.old_secret,
                 old_secret_expires_at = r.old_secret_expires_at
            FROM :rows r
           WHERE e.realm_id = :realm
             AND e.id = r.id
             AND e.version = r.version - 1
          RETURNING e.id\
          """,
          URL,
          ENABLED_EVENTS,
          DESCRIPTION,
          METADATA,
          STATUS,
          DISABLED_REASON,
          SECRET,
          OLD_SECRET,
          OLD_SECRET_EXPIRES_AT);

  private static final Statement DELETE =
      Statement.guarded(
          "webhook_endpoint.delete",
          "webhook_endpoint",
          "id",
          "realm_id bigint, id uuid",
          """
          DELETE FROM webhook_endpoint e
           USING :rows r
           WHERE e.realm_id = :realm
             AND e.id = r.id
          RETURNING e.id\
          """);

  private static final Statement GONE =
      Statement.lenient(
          "webhook_endpoint.gone",
          "webhook_endpoint",
          "id",
          "realm_id bigint, id uuid",
          """
          UPDATE webhook_endpoint e
             SET version = e.version + 1,
                 status = 'disabled',
                 disabled_reason = 'gone'
            FROM :rows r
           WHERE e.realm_id = :realm
             AND e.id = r.id
             AND e.status = 'enabled'\
          """);

  /** Starts a replay; if one is in progress, the earlier start of the two counts. */
  private static final Statement REPLAY =
      Statement.guarded(
          "webhook_endpoint.replay",
          "webhook_endpoint",
          "id",
          "realm_id bigint, id uuid, after uuid, until uuid",
          """
          UPDATE webhook_endpoint e
             SET replay_after = LEAST(e.replay_after, r.after),
                 replay_until = GREATEST(e.replay_until, r.until)
            FROM :rows r
           WHERE e.realm_id = :realm
             AND e.id = r.id
          RETURNING e.id\
          """);

  private static final String SELECT = "SELECT * FROM webhook_endpoint";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  /**
   * Finds failing endpoints, which are few. An endpoint that the merchant disabled is intended, and
   * one of a sandbox has another time.
   */
  private static final String LIST_FAILING =
      SELECT
          + """
           WHERE (status = 'enabled' AND failing_since < ? AND failures >= ?
              OR disabled_reason IN ('failing', 'gone'))
             AND realm_id < 4294967296
           ORDER BY id DESC
           LIMIT ?
          """;

  private static final String NOTE_FAILURES =
      """
      UPDATE webhook_endpoint
         SET failing_since = CASE WHEN ? THEN ? ELSE coalesce(failing_since, ?) END,
             failures = CASE WHEN ? THEN ? ELSE failures + ? END
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String DISABLE_FAILING =
      """
      UPDATE webhook_endpoint
         SET version = version + 1,
             status = 'disabled',
             disabled_reason = 'failing'
       WHERE realm_id = ?
         AND id = ?
         AND status = 'enabled'
         AND failures >= ?
         AND failing_since <= ?
      """;

  private static final String COUNT_BY_STATE =
      """
      SELECT CASE WHEN status = 'disabled' THEN 'disabled' WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END AS state,
             count(*) AS endpoints
        FROM webhook_endpoint
       GROUP BY state
      """;

  private final Db db;

  public WebhookEndpointStore(Db db) {
    this.db = db;
  }

  static Write insert(WebhookEndpoint endpoint) {
    return INSERT.row(endpoint);
  }

  static Write update(WebhookEndpoint endpoint) {
    return UPDATE.row(endpoint);
  }

  static Write delete(WebhookEndpoint endpoint) {
    return DELETE.row(endpoint.realm().id(), endpoint.id().uuid());
  }

  /** Returns a write that disables an endpoint that responded with 410. */
  static Write gone(Realm realm, WebhookEndpointId id) {
    return GONE.row(realm.id(), id.uuid());
  }

  /** Returns a write that starts a replay of a range of events. */
  static Write replay(WebhookEndpoint endpoint, EventId after, EventId until) {
    return REPLAY.row(endpoint.realm().id(), endpoint.id().uuid(), after.uuid(), until.uuid());
  }

  public Optional<WebhookEndpoint> find(Realm realm, WebhookEndpointId id) {
    return db.findOne(FIND, WebhookEndpointStore::read, realm.id(), id.uuid());
  }

  Page<WebhookEndpoint> list(
      Realm realm, Optional<Status> status, IdTime.Span created, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("status = ?", status.map(Status::text))
        .createdIn(created)
        .page(db, page, WebhookEndpointStore::read);
  }

  /**
   * Returns endpoints of all realms that Florin has disabled, and those that have failed since
   * before a time.
   *
   * @param failures the least number of failures
   */
  public List<WebhookEndpoint> listFailing(Instant since, int failures, int most) {
    return db.list(LIST_FAILING, WebhookEndpointStore::read, since, failures, most);
  }

  /**
   * Adds the results that a node has seen since its last call.
   *
   * @param succeeded whether any attempt succeeded, which resets the failures and their start
   * @param failing the first failure after that
   */
  void noteFailures(
      Realm realm,
      WebhookEndpointId id,
      boolean succeeded,
      Optional<Instant> failing,
      int failures) {
    db.update(
        NOTE_FAILURES,
        succeeded,
        failing,
        failing,
        succeeded,
        failures,
        failures,
        realm.id(),
        id.uuid());
  }

  /** Disables an endpoint without a success since a time; returns false if it has one. */
  boolean disableFailing(Realm realm, WebhookEndpointId id, int failures, Instant since) {
    return db.update(DISABLE_FAILING, realm.id(), id.uuid(), failures, since) > 0;
  }

  /** Counts the endpoints in each state: `enabled`, `failing`, `disabled`. */
  public Map<String, Long> countByState() {
    return db
        .list(COUNT_BY_STATE, row -> Map.entry(row.getString("state"), row.getLong("endpoints")))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  static WebhookEndpoint read(ResultSet row) throws SQLException {
    return new WebhookEndpoint(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        new Target(
            URL.of(row),
            List.of((String[]) row.getArray("enabled_events").getArray()),
            DESCRIPTION.of(row),
            METADATA.of(row).map(Json::readStrings).orElse(Map.of())),
        DISABLED_REASON.of(row),
        new Secrets(SECRET.of(row), readOld(row)),
        Db.findInstant(row, "failing_since"),
        CREATED_AT.of(row));
  }

  private static Optional<OldSecret> readOld(ResultSet row) throws SQLException {
    Optional<String> old = OLD_SECRET.of(row);
    return old.isEmpty()
        ? Optional.empty()
        : Optional.of(new OldSecret(old.get(), OLD_SECRET_EXPIRES_AT.of(row).orElseThrow()));
  }
}
