package florin.db;

import florin.db.Statement.Effect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What travels to PostgreSQL together: the witness, the statements of a batch, and what companions
 * ask.
 *
 * <p>Plain INSERTs that stand side by side are one statement, all but the first of them in its
 * `WITH`. They read no table, so it is nothing to them that each sees the tables as they were
 * before the others. PostgreSQL carries them out one after the other, the last of the `WITH` first.
 * Its documentation leaves that open; if it ever changed, rows would be locked in another order,
 * and the deadlocks that follow are run again.
 *
 * @param steps the statements in the order in which they are carried out, those of one step as one
 * @param asked each asks its question after them
 * @param sharded whether statements are carried out for each realm by itself that can be
 */
record RoundTrip(List<List<Statement>> steps, List<Companion> asked, boolean sharded) {
  /** Marks the batch as committed, if it is. */
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
   * @param statements in their order, each as often as it is carried out
   */
  static RoundTrip of(Collection<Statement> statements, List<Companion> asked, boolean sharded) {
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

  /** The statements in the order in which their parameters stand in the SQL. */
  List<Statement> parameters() {
    return steps.stream().flatMap(step -> step.reversed().stream()).toList();
  }

  String sql() {
    return Stream.of(
            Stream.of(WITNESS),
            steps.stream().map(this::sql),
            asked.stream().map(Companion::question))
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
