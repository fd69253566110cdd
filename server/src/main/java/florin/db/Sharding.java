package florin.db;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Whether the database is spread over several servers by Citus, each realm on one of them. Such a
 * server sends a statement to where it belongs only when the statement says of which one realm it
 * is, by a value; what is said of many realms goes to all servers, and takes no locks.
 *
 * <p>See `operating/citus.sql` and [038](docs/decisions/038-past-one-machine.md).
 */
public final class Sharding {
  private static final String IS_SHARDED =
      """
      SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS sharded
      """;

  private Sharding() {}

  /** Asked once by whoever keeps the connection: a database is not spread while nodes run. */
  public static boolean isSharded(Connection connection) throws SQLException {
    return Db.query(connection, IS_SHARDED, row -> row.getBoolean("sharded")).getFirst();
  }

  public static boolean isSharded(Db db) {
    return db.read(Sharding::isSharded);
  }
}
