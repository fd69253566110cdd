package florin.bench.simulate.memory;

import java.util.List;

/** What became of the rows of a changeset. */
public sealed interface MemoryResult {
  /**
   * @param made what the rows that spread have returned
   */
  record Kept(List<List<Object>> made) implements MemoryResult {}

  /** A guard did not hold: which of the rows it was, as they were given. */
  record Missed(int row) implements MemoryResult {}

  record Turned(String sqlState, String constraint, String message) implements MemoryResult {}
}
