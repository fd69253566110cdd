package florin.bench.service;

import florin.db.PostgresAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Measures the write-ahead log from the log itself. PostgreSQL's statistics lag by a second for
 * each connection, and by ten for idle ones.
 */
final class WalMeter implements AutoCloseable {
  /** The log is common to all databases, so the service's database stays unchanged. */
  private static final String DATABASE = "postgres";

  /** The temporary replication slot keeps the log until the session ends. */
  private static final List<String> PREPARE =
      List.of(
          "CREATE EXTENSION IF NOT EXISTS pg_walinspect",
          "SELECT pg_create_physical_replication_slot('florin_bench_' || pg_backend_pid(), true, true)");

  private static final String NOW = "SELECT pg_current_wal_flush_lsn()::text AS position";

  private static final String COUNT =
      """
      SELECT pg_wal_lsn_diff(r.until, r.since)::bigint AS bytes, w.records, w.image_bytes
        FROM (SELECT ?::pg_lsn AS since, ?::pg_lsn AS until) r
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(count), 0)::bigint AS records,
                    coalesce(sum(fpi_size), 0)::bigint AS image_bytes
               FROM pg_get_wal_stats(r.since, r.until)) w
      """;

  private final Connection connection;
  private final String since;

  private WalMeter(Connection connection, String since) {
    this.connection = connection;
    this.since = since;
  }

  static WalMeter start(PostgresAddress database) throws SQLException {
    Connection connection = database.withDatabase(DATABASE).connect();
    try (var statement = connection.createStatement()) {
      for (String sql : PREPARE) {
        statement.execute(sql);
      }
      return new WalMeter(connection, position(connection));
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }

  /** Returns the log written since the start. */
  Wal read() throws SQLException {
    String until = position(connection);
    if (until.equals(since)) {
      return Wal.NONE;
    }
    try (var query = connection.prepareStatement(COUNT)) {
      query.setString(1, since);
      query.setString(2, until);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return new Wal(row.getLong("bytes"), row.getLong("records"), row.getLong("image_bytes"));
      }
    }
  }

  private static String position(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(NOW)) {
      row.next();
      return row.getString("position");
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
