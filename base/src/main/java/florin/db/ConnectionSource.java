package florin.db;

import java.sql.Connection;
import java.sql.SQLException;

/** A source of connections to one database; {@link PostgresAddress#connect} is the usual one. */
@FunctionalInterface
public interface ConnectionSource {
  Connection connect() throws SQLException;

  /**
   * Returns a source of connections whose commits do not wait for the disk. It is for data that can
   * be created again after a crash of PostgreSQL.
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
