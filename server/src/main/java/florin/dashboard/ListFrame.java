package florin.dashboard;

import java.time.Instant;
import java.util.Optional;

/**
 * The page elements around the lines of a list.
 *
 * @param filters the bar above the list
 * @param news the types of the events that announce new lines; empty if no event announces them
 * @param further the rest of a search that stopped before a page was full
 */
public record ListFrame(
    FilterBar filters, Pager pager, ListTools tools, String news, Optional<Further> further) {
  /**
   * A link that continues the search.
   *
   * @param looked the number of searched objects, in words
   * @param until the creation time of the last searched object
   */
  public record Further(String path, String looked, Instant until) {}
}
