package florin.db;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch as its statements take them: all rows of a statement at once; but where the
 * database is spread over several servers and the statement can say of which realm it is, the rows
 * of one realm at a time.
 */
final class Portions {
  private final Map<Statement, List<List<Write>>> portions = new LinkedHashMap<>();

  /**
   * @param rows in the order in which the statements are carried out
   */
  Portions(Map<Statement, List<Write>> rows, boolean sharded) {
    rows.forEach((statement, all) ->
        portions.put(
            statement, sharded && statement.isByRealm() ? byRealm(statement, all) : List.of(all)));
  }

  /** Each keeps the order of its rows. */
  private static List<List<Write>> byRealm(Statement statement, List<Write> rows) {
    return List.copyOf(
        rows.stream().collect(groupingBy(statement::realmOf, TreeMap::new, toList())).values());
  }

  /** Each as often as it is carried out. */
  List<Statement> statements() {
    var statements = new ArrayList<Statement>();
    portions.forEach((statement, each) -> each.forEach(_ -> statements.add(statement)));
    return statements;
  }

  /** Gives, for a statement, the rows that it has next. */
  Function<Statement, List<Write>> inTurn() {
    var turns = new LinkedHashMap<Statement, Iterator<List<Write>>>();
    portions.forEach((statement, each) -> turns.put(statement, each.iterator()));
    return statement -> {
      @Nullable Iterator<List<Write>> turn = turns.get(statement);
      return Objects.requireNonNull(turn).next();
    };
  }
}
