package florin.db;

import java.sql.SQLException;

/** Runs one statement on a connection of its own. */
public final class Sql {
  private Sql() {}

  public static void execute(PostgresAddress database, String sql) throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first column of the first row as text. */
  public static String query(PostgresAddress database, String sql) throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
