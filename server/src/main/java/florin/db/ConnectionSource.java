package florin.db;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to one database; {@link PostgresAddress#connect} is the usual one. */
@FunctionalInterface
public interface ConnectionSource {
  Connection connect() throws SQLException;

  /**
   * The same, but their commits do not wait for the disk: what a crash of PostgreSQL takes away of
   * the last moment can be made again, or is made durable by what follows from it.
   */
  static ConnectionSource hurried(ConnectionSource source) {
    return () -> {
      Connection connection = source.connect();
      try (var session = connection.createStatement()) {
        session.execute("SET synchronous_commit = off");
      } catch (SQLException failed) {
        connection.close();
        throw failed;
      }
      return connection;
    };
  }
}
