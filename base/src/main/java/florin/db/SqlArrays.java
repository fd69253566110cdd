package florin.db;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Columns of values as PostgreSQL arrays. The driver sends some types in binary; the others are
 * sent as text and cast.
 */
final class SqlArrays {
  private static final Set<String> SENT_AS_TEXT = Set.of("timestamptz", "date", "jsonb");

  private SqlArrays() {}

  /** Returns the placeholder of a parameter with an array of this type. */
  static String placeholder(String type) {
    return sentAs(type).equals(type) ? "?::" + type + "[]" : "?::text[]::" + type + "[]";
  }

  /**
   * Returns the values of one column as an array.
   *
   * @param rows the values of each row; the column is the one at `index`
   */
  static Array of(Connection connection, String type, List<Write> rows, int index)
      throws SQLException {
    @Nullable Object[] values = newArray(sentAs(type), rows.size());
    for (int i = 0; i < values.length; i++) {
      values[i] = toSql(type, rows.get(i).values()[index]);
    }
    return connection.createArrayOf(driverName(sentAs(type)), values);
  }

  private static @Nullable Object[] newArray(String type, int length) {
    return switch (type) {
      case "bigint" -> new Long[length];
      case "integer" -> new Integer[length];
      case "boolean" -> new Boolean[length];
      case "bytea" -> new byte[length][];
      case "uuid" -> new UUID[length];
      case "text" -> new String[length];
      default -> throw new IllegalArgumentException("no array is known for the type " + type);
    };
  }

  private static @Nullable Object toSql(String type, @Nullable Object value) {
    return switch (value) {
      case Instant instant when type.equals("timestamptz") -> instant.toString();
      case LocalDate day -> day.toString();
      case null, default -> value;
    };
  }

  private static String sentAs(String type) {
    return SENT_AS_TEXT.contains(type) ? "text" : type;
  }

  private static String driverName(String type) {
    return switch (type) {
      case "bigint" -> "int8";
      case "integer" -> "int4";
      case "boolean" -> "bool";
      default -> type;
    };
  }
}
