package florin.db;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a commit that PostgreSQL has confirmed survives a crash: the three settings that can take
 * that away. Anything but all of them is fit for test mode only.
 */
public record Durability(boolean fsync, boolean synchronousCommit, boolean fullPageWrites) {

  public boolean isFull() {
    return missing().isEmpty();
  }

  /** The settings of PostgreSQL that are off, by their names. */
  public List<String> missing() {
    return Stream.of(
            fsync ? "" : "fsync",
            synchronousCommit ? "" : "synchronous_commit",
            fullPageWrites ? "" : "full_page_writes")
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
