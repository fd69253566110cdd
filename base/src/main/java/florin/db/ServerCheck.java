package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The properties of a PostgreSQL server that Florin checks before it uses it.
 *
 * @param version the major version, 15 or later
 */
public record ServerCheck(int version, Durability durability) {
  /**
   * Whether a commit that PostgreSQL has confirmed survives a crash: the three settings that can
   * prevent it. Unless all are on, the server is suitable for test mode only.
   */
  public record Durability(boolean fsync, boolean synchronousCommit, boolean fullPageWrites) {

    public boolean isFull() {
      return missing().isEmpty();
    }

    /** Returns the names of PostgreSQL's settings that are off. */
    public List<String> missing() {
      return Stream.of(
              fsync ? "" : "fsync",
              synchronousCommit ? "" : "synchronous_commit",
              fullPageWrites ? "" : "full_page_writes")
          .filter(name -> !name.isEmpty())
          .toList();
    }
  }

  public static final int OLDEST_VERSION = 15;

  private static final String SETTINGS =
      """
      SELECT current_setting('server_version_num')::int / 10000 AS version,
             current_setting('server_encoding') AS encoding,
             pg_is_in_recovery() AS standby,
             current_setting('fsync') = 'on' AS fsync,
             current_setting('synchronous_commit') <> 'off' AS synchronous_commit,
             current_setting('full_page_writes') = 'on' AS full_page_writes
      """;

  /**
   * Reads the properties on this connection, so that the settings of its user and database apply.
   *
   * @throws StartFailure if Florin cannot work with this server
   */
  public static ServerCheck of(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(SETTINGS)) {
      row.next();
      requireVersion(row.getInt("version"));
      requireEncoding(row.getString("encoding"));
      requirePrimary(row.getBoolean("standby"));
      return new ServerCheck(
          row.getInt("version"),
          new Durability(
              row.getBoolean("fsync"),
              row.getBoolean("synchronous_commit"),
              row.getBoolean("full_page_writes")));
    }
  }

  static void requireVersion(int version) {
    if (version < OLDEST_VERSION) {
      throw new StartFailure(
          "Florin needs PostgreSQL "
              + OLDEST_VERSION
              + " or later; FLORIN_DATABASE_URL names a PostgreSQL "
              + version
              + ".");
    }
  }

  static void requireEncoding(String encoding) {
    if (!encoding.equals("UTF8")) {
      throw new StartFailure(
          "Florin requires a database with the encoding UTF8; the one in FLORIN_DATABASE_URL has "
              + encoding
              + ". Create a new one: CREATE DATABASE florin ENCODING 'UTF8' TEMPLATE template0");
    }
  }

  static void requirePrimary(boolean standby) {
    if (standby) {
      throw new StartFailure(
          "FLORIN_DATABASE_URL points to a read-only standby. Set the primary, or several hosts with targetServerType=primary.");
    }
  }
}
