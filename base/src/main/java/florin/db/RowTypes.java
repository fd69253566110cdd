package florin.db;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgArray;

/**
 * The {@link RowType}s of one connection's database, which are read once when the connection is
 * opened.
 */
final class RowTypes {
  private static final String FIND_ALL =
      """
      SELECT t.typname, t.oid, t.typarray, array_agg(a.atttypid::bigint ORDER BY a.attnum) AS fields
        FROM pg_type t
        JOIN pg_class c ON c.oid = t.typrelid
        JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind = 'c'
         AND c.relnamespace = current_schema()::regnamespace
         AND NOT a.attisdropped
       GROUP BY t.oid
      """;

  private final BaseConnection connection;
  private final Map<String, Known> known;

  private record Known(int element, int array, List<Integer> fields) {}

  private RowTypes(BaseConnection connection, Map<String, Known> known) {
    this.connection = connection;
    this.known = known;
  }

  /**
   * Reads the types, and registers them in the driver, which would otherwise query each of them
   * again.
   */
  static RowTypes of(Connection connection) throws SQLException {
    BaseConnection driver = connection.unwrap(BaseConnection.class);
    var known = new HashMap<String, Known>();
    try (var query = connection.createStatement();
        var rows = query.executeQuery(FIND_ALL)) {
      while (rows.next()) {
        String name = rows.getString("typname");
        int element = (int) rows.getLong("oid");
        int array = (int) rows.getLong("typarray");
        known.put(name, new Known(element, array, fields(rows.getArray("fields"))));
        driver.getTypeInfo().addCoreType(name, element, Types.STRUCT, "java.lang.Object", array);
      }
    }
    return new RowTypes(driver, known);
  }

  private static List<Integer> fields(Array oids) throws SQLException {
    return Arrays.stream((Long[]) oids.getArray()).map(Long::intValue).toList();
  }

  /**
   * Returns these rows as one parameter.
   *
   * @throws IllegalStateException if the database's type differs from the rows' type
   */
  Array array(RowType type, List<Write> rows) throws SQLException {
    @Nullable Known found = known.get(type.name());
    if (found == null || !found.fields().equals(type.oids())) {
      throw new IllegalStateException("the database has no type " + type);
    }
    List<BinaryRow> binary = rows.stream().map(Write::binary).map(Objects::requireNonNull).toList();
    return new PgArray(connection, found.array(), BinaryRow.array(found.element(), binary));
  }
}
