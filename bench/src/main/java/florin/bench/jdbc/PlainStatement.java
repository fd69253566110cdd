package florin.bench.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of Florin's statements as it would be written for one row: `unnest` of arrays with one
 * element has become `VALUES`, which PostgreSQL plans like parameters in place, and `RETURNING` the
 * key, which only a batch has to ask for, is gone.
 */
record PlainStatement(String sql, List<Parameter> parameters) {
  private static final Pattern ROWS = Pattern.compile("unnest\\(([^)]*)\\) AS r\\(([^)]*)\\)");
  private static final Pattern RETURNING = Pattern.compile("\\s+RETURNING \\S+\\s*$");
  private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");
  private static final int TIME_ORDERED = 7;

  /** Where a parameter's value comes from. */
  sealed interface Parameter {
    /** The same in every payment. */
    record Same(@Nullable Object value) implements Parameter {}

    /** An id of this payment, by its number; each payment has others. */
    record Fresh(int number, boolean timeOrdered) implements Parameter {}

    /** A time so much before or after the payment is made. */
    record Time(long nanosFromNow) implements Parameter {}
  }

  PlainStatement {
    parameters = List.copyOf(parameters);
  }

  /**
   * Reads what was sent at once for one payment, beside the same for another: what differs between
   * them is new in each.
   */
  static List<PlainStatement> read(Heard one, Heard other, Map<UUID, Integer> ids, Instant now) {
    var statements = new ArrayList<PlainStatement>();
    int next = 0;
    for (String sql : one.sql().split(Heard.SEPARATOR)) {
      int count = Heard.parameters(sql);
      var parameters = new ArrayList<Parameter>();
      for (int i = next; i < next + count; i++) {
        parameters.add(parameter(one.values().get(i), other.values().get(i), ids, now));
      }
      next += count;
      statements.add(new PlainStatement(forOneRow(sql), parameters));
    }
    return statements;
  }

  static String forOneRow(String sql) {
    String rows =
        ROWS.matcher(sql)
            .replaceAll(found ->
                "(VALUES (" + found.group(1).replace("[]", "") + ")) AS r(" + found.group(2) + ")");
    return RETURNING.matcher(rows).replaceFirst("");
  }

  private static Parameter parameter(
      @Nullable Object one, @Nullable Object other, Map<UUID, Integer> ids, Instant now) {
    return switch (one) {
      case UUID id when !id.equals(other) ->
          new Parameter.Fresh(
              ids.computeIfAbsent(id, _ -> ids.size()), id.version() == TIME_ORDERED);
      case String text when INSTANT.matcher(text).matches() ->
          new Parameter.Time(Duration.between(now, Instant.parse(text)).toNanos());
      case null, default -> new Parameter.Same(one);
    };
  }
}
