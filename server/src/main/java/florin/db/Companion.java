package florin.db;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that goes with another: every row of the one is also a row of the other, which has
 * some of its columns. So what must be committed with a kind of row is, whoever writes it.
 */
public final class Companion {
  private final Statement of;
  private final Statement adds;
  private final int[] columns;

  /** Every column of `adds` must be one of `of` too. */
  public Companion(Statement of, Statement adds) {
    this.of = of;
    this.adds = adds;
    List<Statement.Parameter> known = of.columns();
    this.columns = adds.columns().stream().mapToInt(known::indexOf).toArray();
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] < 0) {
        throw new IllegalArgumentException(
            of.name() + " has no column " + adds.columns().get(i) + " for " + adds.name());
      }
    }
  }

  boolean goesWith(Write write) {
    return write.statement().name().equals(of.name());
  }

  Write of(Write write) {
    @Nullable Object[] values = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = write.values()[columns[i]];
    }
    return new Write(adds, values);
  }
}
