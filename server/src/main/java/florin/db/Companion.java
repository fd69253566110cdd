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
 * A statement that goes with another: every row of the one is also a row of the other, which has
 * some of its columns. So what must be committed with a kind of row is, whoever writes it.
 *
 * <p>Where it would do nothing it is left out, which each batch asks in its own transaction: the
 * question costs less than the statement, and no answer is kept that could be old. The question is
 * the last statement of its round trip, so it sees whatever any node had committed when the batch
 * set out, as the companion would. What is committed later meets a batch that is under way, and the
 * companion might miss it too. A batch that runs again, for whatever reason, asks again.
 */
public final class Companion {
  private final Statement of;
  private final Statement adds;
  private final int[] columns;
  private final int asked;
  private final String question;

  /**
   * @param adds has columns of `of` only; it spreads, and locks no row that is there already, since
   *     it may come behind all other statements of a batch
   * @param asked the column of `of` whose values are `:values` of the question, an array
   * @param question returns one boolean: false only if `adds` does nothing for rows with such
   *     values
   */
  Companion(Statement of, Statement adds, String asked, String question) {
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

  /** Has one parameter. */
  String question() {
    return question;
  }

  /** The parameter of the question for these rows of `of`: each value once. */
  Array askedOf(List<Write> rows, Connection connection) throws SQLException {
    Set<@Nullable Object> seen = new HashSet<>();
    List<Write> distinct = rows.stream().filter(row -> seen.add(row.values()[asked])).toList();
    return SqlArrays.of(connection, askedType(), distinct, asked);
  }

  /** The rows that go with these, in the order of their keys. */
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
