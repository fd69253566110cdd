package florin.db;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a commit that PostgreSQL has confirmed survives a crash: the three settings that can
 * prevent it. Unless all are on, the server is suitable for test mode only.
 */
public record Durability(boolean fsync, boolean synchronousCommit, boolean fullPageWrites) {

  public boolean isFull() {
    return missing().isEmpty();
  }

  /** Returns the names of PostgreSQL's settings that are off. */
  public List<String> missing() {
    return Stream.of(
            fsync ? "" : "fsync",
            synchronousCommit ? "" : "synchronous_commit",
            fullPageWrites ? "" : "full_page_writes")
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
