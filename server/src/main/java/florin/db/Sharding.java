package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether the database is spread over several servers by Citus, each realm on one of them. Such a
 * server sends a statement to where it belongs only when the statement says of which one realm it
 * is, by a value; what is said of many realms goes to all servers, and takes no locks.
 *
 * <p>See `operating/citus.sql` and [038](docs/decisions/038-distributed-postgresql.md).
 */
public final class Sharding {
  private static final String IS_SHARDED =
      """
      SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS sharded
      """;

  private static final Pattern SHARDS_CONSTRAINT =
      Pattern.compile("\"([a-z_]+)_[0-9]{6,}\"[^\"]*$");

  private Sharding() {}

  /**
   * What is broken, by its own name. A server of several says it in its message alone, as the last
   * of the names there, and with the number of the shard behind it.
   *
   * @return empty where the message names none
   */
  static String constraint(@Nullable String message) {
    Matcher found = SHARDS_CONSTRAINT.matcher(message == null ? "" : message);
    return found.find() ? found.group(1) : "";
  }

  /** Asked once by whoever keeps the connection: a database is not spread while nodes run. */
  public static boolean isSharded(Connection connection) throws SQLException {
    return Db.query(connection, IS_SHARDED, row -> row.getBoolean("sharded")).getFirst();
  }

  public static boolean isSharded(Db db) {
    return db.read(Sharding::isSharded);
  }
}
