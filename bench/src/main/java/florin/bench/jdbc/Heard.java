package florin.bench.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement as it was sent.
 *
 * @param sql as the program gave it, `;` between the parts of it that travelled together
 * @param values its parameters; an array that was sent is the list of its elements
 */
record Heard(String sql, List<@Nullable Object> values) {
  static final String SEPARATOR = ";\n";

  /** How many parameters a statement has. */
  static int parameters(String statement) {
    return Math.toIntExact(statement.chars().filter(c -> c == '?').count());
  }

  /** The same without its first statement. */
  Heard withoutFirst() {
    int end = sql.indexOf(SEPARATOR);
    int count = parameters(sql.substring(0, end));
    return new Heard(sql.substring(end + SEPARATOR.length()), values.subList(count, values.size()));
  }
}
