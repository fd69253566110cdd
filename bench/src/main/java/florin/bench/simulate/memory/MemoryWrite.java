package florin.bench.simulate.memory;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a changeset.
 *
 * @param columns columns of `:rows`
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MemoryWrite(
    String statement,
    String sql,
    List<String> columns,
    UUID key,
    Effect effect,
    @Nullable Object[] values) {
  /** The required effect of the write. */
  public enum Effect {
    /** The statement must touch the row of the write's key. */
    GUARD,
    /** The statement may write any number of rows, which are returned. */
    SPREAD,
    ANY
  }

  public MemoryWrite {
    columns = List.copyOf(columns);
  }
}
