package florin.bench.simulate.memory;

import java.util.List;

/** The result of a changeset. */
public sealed interface MemoryResult {
  /**
   * The changeset was applied.
   *
   * @param made rows that its spreading statements returned
   */
  record Kept(List<List<Object>> made) implements MemoryResult {}

  /**
   * A guarded row didn't match.
   *
   * @param row index of the row in the given order
   */
  record Missed(int row) implements MemoryResult {}

  record Turned(String sqlState, String constraint, String message) implements MemoryResult {}
}
