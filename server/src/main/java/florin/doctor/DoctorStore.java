package florin.doctor;

import florin.core.Id.ConnectorId;
import florin.core.Id.ReceivingAccountId;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ServerCheck;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The doctor's queries, which cover all realms, because the operator runs them. */
final class DoctorStore {
  private static final String NOW =
      """
      SELECT clock_timestamp() AS now
      """;

  private static final String WORK =
      """
      SELECT pg_database_size(current_database()) AS bytes,
             current_setting('max_connections')::int AS most_connections,
             (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
             (SELECT coalesce(extract(epoch FROM now() - min(xact_start)), 0)::bigint
                FROM pg_stat_activity
               WHERE backend_type = 'client backend'
                 AND pid <> pg_backend_pid()) AS oldest,
             (SELECT max(age(datfrozenxid)) FROM pg_database) AS age
      """;

  private static final String HAS_TABLE =
      """
      SELECT to_regclass(?) IS NOT NULL AS has_table
      """;

  private static final String SCHEMA =
      """
      SELECT coalesce(max(version::int) FILTER (WHERE success), 0) AS version
        FROM flyway_schema_history
      """;

  private static final String KEYS =
      """
      SELECT keyring_check, vault_current
        FROM installation
      """;

  private static final String LIVE_KEYS =
      """
      SELECT EXISTS (
             SELECT
               FROM api_key
              WHERE realm_id % 2 = 1
                AND revoked_at IS NULL) AS has_live_keys
      """;

  /** Uses that the ids of attempts are in the order of time. */
  private static final String CONNECTORS =
      """
      SELECT c.id, c.kind, c.live,
             c.check_result IS NOT NULL AS checked,
             coalesce(jsonb_path_exists(c.check_result, '$.steps[*] ? (@.result like_regex "^passed$" flag "i")'), false)
               AND NOT coalesce(jsonb_path_exists(c.check_result, '$.steps[*] ? (@.result like_regex "^failed$" flag "i")'), false) AS passed,
             e.sent, e.answered, e.last_answer
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

  private static final String ENDPOINTS =
      """
      SELECT count(*) FILTER (WHERE status = 'enabled') AS enabled,
             count(*) FILTER (WHERE status = 'enabled' AND failing_since IS NOT NULL AND failures >= 3) AS failing,
             count(*) FILTER (WHERE disabled_reason IN ('failing', 'gone')) AS disabled
        FROM webhook_endpoint
      """;

  private static final String BANK_ACCOUNTS =
      """
      SELECT a.realm_id % 2 = 1 AS live, a.id, a.currency, s.last_statement, s.gaps
        FROM receiving_account a
        CROSS JOIN LATERAL (
             SELECT max(stated_on) AS last_statement,
                    count(*) FILTER (WHERE gap) AS gaps
               FROM bank_statement
              WHERE receiving_account_id = a.id
                AND status = 'booked') s
       WHERE a.status = 'enabled'
       ORDER BY live DESC, a.id
       LIMIT ?
      """;

  private static final String LIVE_BANK_ACCOUNT =
      """
      SELECT EXISTS (
             SELECT
               FROM receiving_account
              WHERE realm_id % 2 = 1
                AND status = 'enabled') AS has_account
      """;

  private static final String ALERTS =
      """
      SELECT realm_id % 2 = 1 AS live, kind, subject, raised_at
        FROM alert
       WHERE ended_at IS NULL
       ORDER BY raised_at
       LIMIT ?
      """;

  private static final String UNKNOWN_OBJECTS =
      """
      SELECT count(*) AS objects
        FROM unknown_object
      """;

  private final Db db;

  DoctorStore(Db db) {
    this.db = db;
  }

  /**
   * The load of the server.
   *
   * @param oldest how long the oldest transaction has been open
   * @param age the number of transactions since the oldest row was frozen
   */
  record ServerWork(long bytes, int mostConnections, int connections, Duration oldest, long age) {}

  record KeyState(String check, Optional<Integer> current) {}

  /**
   * The state of a connector.
   *
   * @param checked whether it was checked since it was last changed
   * @param passed whether that check passed
   * @param sent the number of recent calls
   */
  record ConnectorState(
      String id,
      String kind,
      boolean live,
      boolean checked,
      boolean passed,
      long sent,
      long answered,
      Optional<Instant> lastAnswer) {}

  record EndpointCounts(long enabled, long failing, long disabled) {}

  record BankState(
      boolean live, String id, String currency, Optional<LocalDate> lastStatement, long gaps) {}

  record OpenAlert(boolean live, String kind, String subject, Instant raised) {}

  /**
   * Returns the server check.
   *
   * @throws florin.db.StartFailure if Florin does not support the server
   */
  ServerCheck server() {
    return db.read(ServerCheck::of);
  }

  Instant now() {
    return db.findOne(NOW, row -> Db.getInstant(row, "now")).orElseThrow();
  }

  ServerWork work() {
    return db.findOne(
            WORK,
            row ->
                new ServerWork(
                    row.getLong("bytes"),
                    row.getInt("most_connections"),
                    row.getInt("connections"),
                    Duration.ofSeconds(row.getLong("oldest")),
                    row.getLong("age")))
        .orElseThrow();
  }

  /** Returns the number of the last migration; 0 if there is none. */
  int schema() {
    return hasTable("flyway_schema_history")
        ? db.findOne(SCHEMA, row -> row.getInt("version")).orElseThrow()
        : 0;
  }

  private boolean hasTable(String name) {
    return db.findOne(HAS_TABLE, row -> row.getBoolean("has_table"), name).orElseThrow();
  }

  KeyState keyState() {
    return db.findOne(
            KEYS,
            row ->
                new KeyState(
                    row.getString("keyring_check"),
                    Optional.ofNullable(row.getObject("vault_current", Integer.class))))
        .orElseThrow(() -> new IllegalStateException("no service has ever started on it"));
  }

  boolean hasLiveKeys() {
    return db.findOne(LIVE_KEYS, row -> row.getBoolean("has_live_keys")).orElseThrow();
  }

  /** Returns whether there are live keys, in a database with any schema. */
  boolean hasLiveKeysIfKnown() {
    return hasTable("api_key") && hasLiveKeys();
  }

  List<ConnectorState> listConnectors(Instant since, int most) {
    return db.list(
        CONNECTORS,
        row ->
            new ConnectorState(
                new ConnectorId(row.getObject("id", UUID.class)).text(),
                row.getString("kind"),
                row.getBoolean("live"),
                row.getBoolean("checked"),
                row.getBoolean("passed"),
                row.getLong("sent"),
                row.getLong("answered"),
                Db.findInstant(row, "last_answer")),
        IdTime.lowest(since),
        most);
  }

  EndpointCounts endpoints() {
    return db.findOne(
            ENDPOINTS,
            row ->
                new EndpointCounts(
                    row.getLong("enabled"), row.getLong("failing"), row.getLong("disabled")))
        .orElseThrow();
  }

  List<BankState> listBankAccounts(int most) {
    return db.list(
        BANK_ACCOUNTS,
        row ->
            new BankState(
                row.getBoolean("live"),
                new ReceivingAccountId(row.getObject("id", UUID.class)).text(),
                row.getString("currency"),
                Optional.ofNullable(row.getObject("last_statement", LocalDate.class)),
                row.getLong("gaps")),
        most);
  }

  boolean hasLiveBankAccount() {
    return db.findOne(LIVE_BANK_ACCOUNT, row -> row.getBoolean("has_account")).orElseThrow();
  }

  List<OpenAlert> listAlerts(int most) {
    return db.list(
        ALERTS,
        row ->
            new OpenAlert(
                row.getBoolean("live"),
                row.getString("kind"),
                row.getString("subject"),
                Db.getInstant(row, "raised_at")),
        most);
  }

  long countUnknownObjects() {
    return db.findOne(UNKNOWN_OBJECTS, row -> row.getLong("objects")).orElseThrow();
  }
}
