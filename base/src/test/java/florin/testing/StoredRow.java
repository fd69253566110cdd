package florin.testing;

import florin.db.PostgresAddress;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A row in PostgreSQL as a map from column names to values. */
public final class StoredRow {
  private StoredRow() {}

  /** Returns the row with times in UTC and without columns that are NULL. */
  public static Map<String, String> of(PostgresAddress database, String table, UUID id)
      throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      var columns = new TreeMap<String, String>();
      try (var rows =
          statement.executeQuery(
              """
              SELECT c.key, c.value
                FROM %s t, jsonb_each_text(to_jsonb(t)) c
               WHERE t.id = '%s'
                 AND c.value IS NOT NULL
              """
                  .formatted(table, id))) {
        while (rows.next()) {
          columns.put(rows.getString("key"), rows.getString("value"));
        }
      }
      return columns;
    }
  }
}
