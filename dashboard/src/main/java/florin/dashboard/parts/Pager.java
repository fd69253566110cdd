package florin.dashboard.parts;

import java.util.Optional;

/**
 * The links to the pages before and after this one. Empty if there is no such page.
 *
 * @param newer in a list by amount, the page before
 * @param older in a list by amount, the page after
 * @param oldestFirst whether the list starts with the oldest
 * @param isByAmount whether the list is ordered by amount
 */
public record Pager(
    Optional<String> newer, Optional<String> older, boolean oldestFirst, boolean isByAmount) {
  public static final Pager NONE = new Pager(Optional.empty(), Optional.empty());

  /** Creates the links of a list that starts with the newest. */
  public Pager(Optional<String> newer, Optional<String> older) {
    this(newer, older, false, false);
  }

  public boolean isNeeded() {
    return newer.isPresent() || older.isPresent();
  }

  /** Returns the link to the previous page, as the list is shown. */
  public Optional<String> before() {
    return oldestFirst ? older : newer;
  }

  /** Returns the link to the next page, as the list is shown. */
  public Optional<String> after() {
    return oldestFirst ? newer : older;
  }

  public String beforeLabel() {
    return isByAmount ? "Previous" : oldestFirst ? "Older" : "Newer";
  }

  public String afterLabel() {
    return isByAmount ? "Next" : oldestFirst ? "Newer" : "Older";
  }

  /** Returns whether this is the first page of the list. */
  public boolean isFirst() {
    return before().isEmpty();
  }
}
