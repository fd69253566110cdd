package florin.dashboard;

import java.time.Instant;
import java.util.Optional;

/**
 * What stands around the lines of a list.
 *
 * @param filters of the bar over it
 * @param news the events that tell of what is new in this very list; empty where that cannot be
 *     told
 * @param further where the search has stopped before a page was full
 */
public record ListFrame(
    FilterBar filters, Pager pager, ListTools tools, String news, Optional<Further> further) {
  /**
   * The way on.
   *
   * @param looked through how many of what
   * @param until when the last of them was made
   */
  public record Further(String path, String looked, Instant until) {}
}
