package florin.doctor;

import florin.account.AccountStore;
import florin.db.Db;
import florin.db.ServerCheck;
import java.time.Duration;
import java.time.Instant;

/** The doctor's queries about the database server, and about a schema of any version. */
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

  /** Returns whether there are live keys, in a database with any schema. */
  boolean hasLiveKeysIfKnown() {
    return hasTable("api_key") && new AccountStore(db).hasLiveKeys();
  }
}
