package florin.dashboard.list;

import florin.dashboard.parts.Pager;
import florin.dashboard.parts.TabLink;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A list as its template shows it.
 *
 * @param filters the bar above the list
 * @param tabs above the list, for values of one filter
 * @param columns the shown ones
 * @param sizes the links that change the number of rows on a page; empty if all rows fit
 * @param news the types of the events that announce new lines; empty if no event announces them
 * @param further the rest of a search that stopped before a page was full
 * @param total the address of the number and the sum of all lines; empty if it has no filter
 */
public record ListFrame(
    FilterBar filters,
    List<TabLink> tabs,
    ListTools tools,
    List<ListColumn<?>> columns,
    List<ListLine> lines,
    Pager pager,
    List<TabLink> sizes,
    String news,
    Optional<Further> further,
    Optional<String> total) {
  public ListFrame {
    tabs = List.copyOf(tabs);
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
    sizes = List.copyOf(sizes);
  }

  /**
   * A line of the list.
   *
   * @param path the page to which it leads
   * @param cells one for each column
   */
  public record ListLine(String path, List<Cell> cells) {
    public ListLine {
      cells = List.copyOf(cells);
    }

    /** Returns the id of its object, with which the line is selected. */
    public String key() {
      return path.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    /** Returns the text of the first cell, which names the line for screen readers. */
    public String name() {
      return cells.getFirst() instanceof Cell.Link link ? link.text() : key();
    }
  }

  /**
   * A link that continues the search.
   *
   * @param looked the number of searched objects, in words
   * @param until the creation time of the last searched object
   */
  public record Further(String path, String looked, Instant until) {}
}
