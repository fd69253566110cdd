package florin.dashboard.parts;

import java.util.Optional;

/**
 * The links to the pages before and after this one. Empty if there is no such page.
 *
 * @param oldestFirst whether the list starts with the oldest
 */
public record Pager(Optional<String> newer, Optional<String> older, boolean oldestFirst) {
  public static final Pager NONE = new Pager(Optional.empty(), Optional.empty());

  /** Creates the links of a list that starts with the newest. */
  public Pager(Optional<String> newer, Optional<String> older) {
    this(newer, older, false);
  }

  public boolean isNeeded() {
    return newer.isPresent() || older.isPresent();
  }

  /** Returns whether this is the first page of the list. */
  public boolean isFirst() {
    return (oldestFirst ? older : newer).isEmpty();
  }
}
