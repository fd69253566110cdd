package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether Citus distributes the database over several servers, with each realm on one of them. Such
 * a database sends a statement to one server only if it names exactly one realm, by a value. A
 * statement for several realms goes to all servers, and takes no locks.
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
   * Returns the name of a violated constraint. A distributed server has it only in its message, as
   * the last name in quotation marks, followed by the number of the shard.
   *
   * @return empty if the message has none
   */
  static String constraint(@Nullable String message) {
    Matcher found = SHARDS_CONSTRAINT.matcher(message == null ? "" : message);
    return found.find() ? found.group(1) : "";
  }

  /**
   * Returns whether the database is distributed. The result can be kept with the connection,
   * because a database is not distributed while nodes run.
   */
  public static boolean isSharded(Connection connection) throws SQLException {
    return Db.query(connection, IS_SHARDED, row -> row.getBoolean("sharded")).getFirst();
  }

  public static boolean isSharded(Db db) {
    return db.read(Sharding::isSharded);
  }
}
