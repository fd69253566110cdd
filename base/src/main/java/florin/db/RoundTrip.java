package florin.db;

import florin.db.Statement.Effect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements that are sent to PostgreSQL together: the commit marker, the statements of a
 * batch, and the questions of companions.
 *
 * <p>Adjacent plain INSERTs are combined into one statement: all except the first are in its
 * `WITH`. They read no table, so it doesn't matter that each sees the tables as they were before
 * the others. PostgreSQL runs them one after the other, the last of the `WITH` first. Its
 * documentation does not guarantee that. If it changed, rows would be locked in another order, and
 * the resulting deadlocks would run again.
 *
 * @param steps the statements in the order in which they run, those of one step as one statement
 * @param asked the companions whose questions follow
 * @param sharded whether statements run separately for each realm, if they can
 */
record RoundTrip(List<List<Statement>> steps, List<DerivedStatement> asked, boolean sharded) {
  /** Marks the batch as committed, if the transaction commits. */
  private static final String WITNESS =
      """
      UPDATE committer
         SET batch = ?
       WHERE id = ?\
      """;

  RoundTrip {
    steps = steps.stream().map(List::copyOf).toList();
    asked = List.copyOf(asked);
  }

  /**
   * Returns a round trip.
   *
   * @param statements in order, each as often as it runs
   */
  static RoundTrip of(
      Collection<Statement> statements, List<DerivedStatement> asked, boolean sharded) {
    var steps = new ArrayList<List<Statement>>();
    Effect before = Effect.ANY;
    for (Statement statement : statements) {
      if (before != Effect.INSERT || statement.effect() != Effect.INSERT) {
        steps.add(new ArrayList<>());
      }
      steps.getLast().add(statement);
      before = statement.effect();
    }
    return new RoundTrip(steps, asked, sharded);
  }

  /** Returns the statements in the order of their parameters in the SQL. */
  List<Statement> parameters() {
    return steps.stream().flatMap(step -> step.reversed().stream()).toList();
  }

  String sql() {
    return Stream.of(
            Stream.of(WITNESS),
            steps.stream().map(this::sql),
            asked.stream().map(DerivedStatement::question))
        .flatMap(part -> part)
        .collect(Collectors.joining(";\n"));
  }

  private String sql(List<Statement> step) {
    String first = step.getFirst().expandedSql(sharded);
    if (step.size() == 1) {
      return first;
    }
    return step.subList(1, step.size()).reversed().stream()
        .map(statement ->
            "\"%s\" AS (%s)".formatted(statement.name(), statement.expandedSql(sharded)))
        .collect(Collectors.joining(",\n", "WITH ", "\n" + first));
  }
}
