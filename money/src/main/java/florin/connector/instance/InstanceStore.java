package florin.connector.instance;

import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance.LastCheck;
import florin.connector.instance.Instance.ProviderWebhookAddress;
import florin.connector.instance.Instance.State;
import florin.connector.instance.Instance.Status;
import florin.connector.instance.Places.Place;
import florin.core.Id.ConnectorId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.http.Json;
import florin.vault.SealedTextStore.SealedColumn;
import florin.vault.SecretSeal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The connectors in PostgreSQL. Each write also increases the epoch, so that every node reads them
 * again.
 */
public final class InstanceStore {
  /** The encrypted credentials. */
  public static final SealedColumn SEALED =
      SealedColumn.ofRealms("connectors' credentials", "connector", "id", "secret_sealed");

  private static final Statement INSERT =
      Statement.insert(
          "connector",
          "id",
          """
          realm_id bigint, id uuid, version integer, kind text, name text, live boolean, status text, settings jsonb,
          secret_sealed text, webhook_token text, created_at timestamptz, position integer\
          """);

  private static final Statement UPDATE =
      Statement.guarded(
          "connector.update",
          "connector",
          "id",
          """
          realm_id bigint, id uuid, version integer, name text, status text, settings jsonb, secret_sealed text,
          webhooks_sent_to text, checked_at timestamptz, check_result jsonb, position integer\
          """,
          """
          UPDATE connector c
             SET version = r.version,
                 name = r.name,
                 status = r.status,
                 settings = r.settings,
                 secret_sealed = r.secret_sealed,
                 webhooks_sent_to = r.webhooks_sent_to,
                 checked_at = r.checked_at,
                 check_result = r.check_result,
                 position = r.position
            FROM :rows r
           WHERE c.realm_id = r.realm_id
             AND c.id = r.id
             AND c.version = r.version - 1
          RETURNING c.id\
          """);

  private static final String SELECT = "SELECT * FROM connector";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String LIST_PLACES =
      """
      SELECT id, position
        FROM connector
       WHERE realm_id = ?
         AND status = 'enabled'
       ORDER BY position, id
      """;

  private static final String COUNT =
      """
      SELECT count(*) AS connectors
        FROM connector
       WHERE realm_id = ?
      """;

  private static final String COUNT_BY_STATUS =
      """
      SELECT kind, status, count(*) AS connectors
        FROM connector
       GROUP BY kind, status
      """;

  /** Lists the enabled ones of a realm first, in their order. */
  private static final String LIST =
      """
      SELECT *
        FROM connector
       ORDER BY realm_id, status <> 'enabled', position, id
       LIMIT ?
      """;

  /** Finds silent connectors; the ids of attempts are in the order of time. */
  private static final String LIST_SILENT =
      """
      SELECT c.*
        FROM connector c
       WHERE c.status = 'enabled'
         AND c.created_at < ?
         AND EXISTS (
             SELECT
               FROM connector_exchange e
              WHERE e.realm_id = c.realm_id
                AND e.attempt_id > ?
                AND e.attempt_id < ?
                AND e.connector_id = c.id)
         AND NOT EXISTS (
             SELECT
               FROM provider_webhook n
              WHERE n.received_at > ?
                AND n.realm_id = c.realm_id
                AND n.connector_id = c.id)
       LIMIT ?
      """;

  /** Uses that the ids of attempts are in the order of time. */
  private static final String LIST_ENABLED =
      """
      SELECT c.*, e.sent, e.answered, e.last_answer
        FROM connector c
        CROSS JOIN LATERAL (
             SELECT count(*) AS sent,
                    count(answered_at) AS answered,
                    max(answered_at) AS last_answer
               FROM connector_exchange
              WHERE realm_id = c.realm_id
                AND attempt_id > ?
                AND connector_id = c.id) e
       WHERE c.status = 'enabled'
       ORDER BY c.live DESC, c.id
       LIMIT ?
      """;

  private final Db db;

  /** Encrypts the credentials for providers, like the secrets of webhook endpoints. */
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

  public InstanceStore(Db db) {
    this.db = db;
  }

  public static Write insert(Instance it) {
    return INSERT.row(
        it.realm().id(),
        it.id().uuid(),
        it.version(),
        it.provider().kind(),
        it.provider().name(),
        it.realm().isLive(),
        it.status().text(),
        Json.text(it.provider().settings()),
        it.sealed(),
        it.webhookToken(),
        it.created(),
        it.state().position());
  }

  /** Returns the guarded update. The database rejects it if another process was faster. */
  public static Write update(Instance it) {
    Optional<LastCheck> check = it.state().check();
    return UPDATE.row(
        it.realm().id(),
        it.id().uuid(),
        it.version(),
        it.provider().name(),
        it.status().text(),
        Json.text(it.provider().settings()),
        it.sealed(),
        it.webhooks().sentTo(),
        check.map(LastCheck::at),
        check.map(last -> Json.text(last.report())),
        it.state().position());
  }

  public Optional<Instance> find(Realm realm, ConnectorId id) {
    return db.findOne(FIND, InstanceStore::read, realm.id(), id.uuid());
  }

  Page<Instance> list(Realm realm, PageRequest page) {
    return new ListQuery(SELECT, realm).page(db, page, InstanceStore::read);
  }

  /** Returns the enabled connectors of a realm. */
  Places readPlaces(Realm realm) {
    return new Places(
        db.list(
            LIST_PLACES,
            row ->
                new Place(new ConnectorId(row.getObject("id", UUID.class)), row.getInt("position")),
            realm.id()));
  }

  /** Returns the enabled connectors of a realm, the default first. */
  public List<ConnectorId> listEnabled(Realm realm) {
    return readPlaces(realm).list().stream().map(Place::id).toList();
  }

  int count(Realm realm) {
    return db.list(COUNT, row -> row.getInt("connectors"), realm.id()).getFirst();
  }

  /** The number of connectors of one kind and status, in all realms. */
  record KindCount(String kind, Status status, long connectors) {}

  List<KindCount> countByStatus() {
    return db.list(
        COUNT_BY_STATUS,
        row ->
            new KindCount(
                row.getString("kind"),
                Status.of(row.getString("status")),
                row.getLong("connectors")));
  }

  /** Returns the connectors of all realms, ordered by realm. */
  List<Instance> list(int most) {
    return db.list(LIST, InstanceStore::read, most);
  }

  /** Returns connectors with a request between these times and no provider webhook since. */
  public List<Instance> listSilent(Instant from, Instant to, int most) {
    return db.list(
        LIST_SILENT, InstanceStore::read, from, IdTime.lowest(from), IdTime.lowest(to), from, most);
  }

  /**
   * A connector with its calls to the provider since a time.
   *
   * @param answered the number of calls with a response
   */
  public record InstanceCalls(
      Instance instance, long sent, long answered, Optional<Instant> lastAnswer) {}

  /**
   * Returns the enabled connectors of all realms with their calls since a time, live ones first.
   */
  public List<InstanceCalls> listEnabled(Instant since, int most) {
    return db.list(
        LIST_ENABLED,
        row ->
            new InstanceCalls(
                read(row),
                row.getLong("sent"),
                row.getLong("answered"),
                Db.findInstant(row, "last_answer")),
        IdTime.lowest(since),
        most);
  }

  private static Instance read(ResultSet row) throws SQLException {
    return new Instance(
        new Realm(row.getLong("realm_id")),
        new ConnectorId(row.getObject("id", UUID.class)),
        row.getInt("version"),
        new Instance.Provider(
            row.getString("kind"),
            row.getString("name"),
            Json.readStrings(row.getString("settings"))),
        new State(
            Status.of(row.getString("status")),
            readCheck(row),
            Optional.ofNullable(row.getObject("position", Integer.class))),
        Optional.ofNullable(row.getString("secret_sealed")),
        new ProviderWebhookAddress(
            row.getString("webhook_token"), Optional.ofNullable(row.getString("webhooks_sent_to"))),
        Db.getInstant(row, "created_at"));
  }

  private static Optional<LastCheck> readCheck(ResultSet row) throws SQLException {
    Optional<Instant> at = Db.findInstant(row, "checked_at");
    Optional<String> result = Optional.ofNullable(row.getString("check_result"));
    return at.isEmpty()
        ? Optional.empty()
        : Optional.of(new LastCheck(at.get(), readReport(result.orElseThrow())));
  }

  private static CheckReport readReport(String json) {
    return new CheckReport(
        Json.readObject(json).get("steps") instanceof List<?> steps
            ? steps.stream().map(step -> readStep((Map<?, ?>) step)).toList()
            : List.of());
  }

  private static CheckStep readStep(Map<?, ?> step) {
    return new CheckStep(
        String.valueOf(step.get("title")),
        CheckResult.of(String.valueOf(step.get("result"))),
        String.valueOf(step.get("detail")));
  }
}
