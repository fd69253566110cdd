package florin.dashboard;

import java.util.Optional;

/**
 * The ways to the pages before and after this one of a list; empty where there is none.
 *
 * @param oldestFirst whether the list runs from old to new
 */
public record Pager(Optional<String> newer, Optional<String> older, boolean oldestFirst) {
  public static final Pager NONE = new Pager(Optional.empty(), Optional.empty());

  /** Of a list that runs from new to old. */
  public Pager(Optional<String> newer, Optional<String> older) {
    this(newer, older, false);
  }

  public boolean isNeeded() {
    return newer.isPresent() || older.isPresent();
  }

  /** Whether this is the page at which the list begins. */
  public boolean isFirst() {
    return (oldestFirst ? older : newer).isEmpty();
  }
}
