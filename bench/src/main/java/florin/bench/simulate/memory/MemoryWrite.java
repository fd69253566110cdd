package florin.bench.simulate.memory;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a changeset.
 *
 * @param columns of `:rows`
 */
@SuppressWarnings("ArrayRecordComponent") // a row as it stands, which nobody compares
public record MemoryWrite(
    String statement,
    String sql,
    List<String> columns,
    UUID key,
    Effect effect,
    @Nullable Object[] values) {
  /** What must follow from it. */
  public enum Effect {
    /** The row that it names is touched. */
    GUARD,
    /** Any number of rows are written, which are told of. */
    SPREAD,
    ANY
  }

  public MemoryWrite {
    columns = List.copyOf(columns);
  }
}
