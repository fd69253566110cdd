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
 * The rows of a batch for each run of a statement: usually all rows of a statement together. In a
 * distributed database, a statement that can name its realm runs with the rows of one realm at a
 * time.
 */
final class Portions {
  private final Map<Statement, List<List<Write>>> portions = new LinkedHashMap<>();

  /**
   * Creates the portions.
   *
   * @param rows in the order in which the statements run
   */
  Portions(Map<Statement, List<Write>> rows, boolean sharded) {
    rows.forEach((statement, all) ->
        portions.put(
            statement, sharded && statement.isByRealm() ? byRealm(statement, all) : List.of(all)));
  }

  /** Groups the rows by realm, and keeps their order. */
  private static List<List<Write>> byRealm(Statement statement, List<Write> rows) {
    return List.copyOf(
        rows.stream().collect(groupingBy(statement::realmOf, TreeMap::new, toList())).values());
  }

  /** Returns the statements, each as often as it runs. */
  List<Statement> statements() {
    var statements = new ArrayList<Statement>();
    portions.forEach((statement, each) -> each.forEach(_ -> statements.add(statement)));
    return statements;
  }

  /** Returns a function that gives the next rows of a statement. */
  Function<Statement, List<Write>> inTurn() {
    var turns = new LinkedHashMap<Statement, Iterator<List<Write>>>();
    portions.forEach((statement, each) -> turns.put(statement, each.iterator()));
    return statement -> {
      @Nullable Iterator<List<Write>> turn = turns.get(statement);
      return Objects.requireNonNull(turn).next();
    };
  }
}
