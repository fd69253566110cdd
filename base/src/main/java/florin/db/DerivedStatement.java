package florin.db;

import florin.db.Statement.Effect;
import florin.db.Statement.Parameter;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement that runs with another: each row of the other leads to a row of this one, with some
 * of its columns. So it is always committed with that kind of row, whatever code writes it.
 *
 * <p>If it would do nothing, it is left out. Each batch asks that in its own transaction: the
 * question costs less than the statement, and no result is kept that could be old. The question is
 * the last statement of its round trip. So, like the companion itself, it sees everything that any
 * node had committed when the batch was sent. Both may miss a commit that comes later, while the
 * batch is in flight. A batch that runs again asks again.
 */
public final class DerivedStatement {
  private final Statement of;
  private final Statement adds;
  private final int[] columns;
  private final int asked;
  private final String question;

  /**
   * Creates a companion.
   *
   * @param adds has only columns of `of`. It has the effect `SPREAD` and locks no existing row,
   *     because it may run after all other statements of a batch.
   * @param asked the column of `of` whose values are the question's array `:values`
   * @param question returns one boolean: false only if `adds` does nothing for rows with these
   *     values
   */
  DerivedStatement(Statement of, Statement adds, String asked, String question) {
    if (adds.effect() != Effect.SPREAD) {
      throw new IllegalArgumentException(adds.name() + " does not spread");
    }
    this.of = of;
    this.adds = adds;
    this.columns = adds.columns().stream().mapToInt(this::column).toArray();
    this.asked = of.columns().stream().map(Parameter::name).toList().indexOf(asked);
    this.question = question.replace(":values", SqlArrays.placeholder(askedType()));
  }

  private int column(Parameter wanted) {
    int column = of.columns().indexOf(wanted);
    if (column < 0) {
      throw new IllegalArgumentException(
          of.name() + " has no column " + wanted + " for " + adds.name());
    }
    return column;
  }

  private String askedType() {
    return of.columns().get(asked).type();
  }

  Statement of() {
    return of;
  }

  Statement adds() {
    return adds;
  }

  /** Returns the question, which has one parameter. */
  String question() {
    return question;
  }

  /** Returns the question's parameter for these rows of `of`: each value once. */
  Array askedOf(List<Write> rows, Connection connection) throws SQLException {
    Set<@Nullable Object> seen = new HashSet<>();
    List<Write> distinct = rows.stream().filter(row -> seen.add(row.values()[asked])).toList();
    return SqlArrays.of(connection, askedType(), distinct, asked);
  }

  /** Returns the companion's rows for these rows, in the order of their keys. */
  List<Write> with(List<Write> rows) {
    return rows.stream().map(this::with).sorted(Comparator.comparing(Write::key)).toList();
  }

  private Write with(Write row) {
    @Nullable Object[] values = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = row.values()[columns[i]];
    }
    return new Write(adds, values);
  }
}
