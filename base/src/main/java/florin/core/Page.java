package florin.core;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A part of a list, ordered from new to old.
 *
 * @param hasMore whether there is more in the direction of the request: older, or newer if the page
 *     ended before an id
 */
public record Page<T>(List<T> data, boolean hasMore) {
  /**
   * A number of rows, which is counted only up to a limit.
   *
   * @param atLeast the number of counted rows
   * @param more whether there may be more rows
   */
  public record Count(int atLeast, boolean more) {
    /** The number of rows at which counting stops. */
    public static final int MAX = 1000;

    /**
     * Returns the count.
     *
     * @param found counted up to one more than {@link #MAX}
     */
    public static Count of(int found) {
      return new Count(Math.min(found, MAX), found > MAX);
    }

    /** Returns the number as text, for example `1,000+`. */
    public String text() {
      return String.format(Locale.ROOT, "%,d", atLeast) + (more ? "+" : "");
    }
  }

  /**
   * A page of search results among a limited number of rows.
   *
   * @param stop where the search stopped, if there are more rows and the page is not full
   */
  public record Findings<T>(Page<T> page, Optional<Stop> stop) {
    /**
     * The position at which the limit was reached. A caller continues the search from there, in the
     * same direction.
     *
     * @param last the last row that was read
     * @param looked the number of rows that were read
     */
    public record Stop(UUID last, int looked) {}

    /** Returns the page of a list in which every row matches. */
    public static <T> Findings<T> of(Page<T> page) {
      return new Findings<>(page, Optional.empty());
    }

    /**
     * Returns the cursor of the next page; empty at the end.
     *
     * @param request the request that led to this page
     */
    public Optional<UUID> next(PageRequest request, Function<T, UUID> id) {
      return page.hasMore()
          ? Optional.of(
              id.apply(request.isBackwards() ? page.data().getFirst() : page.data().getLast()))
          : stop.map(Stop::last);
    }
  }

  public Page {
    data = List.copyOf(data);
  }

  /**
   * Returns the page for rows that were read with a limit of one more than requested.
   *
   * @param rows in the order of reading: old to new if the request goes backwards
   */
  public static <T> Page<T> of(PageRequest request, List<T> rows) {
    boolean hasMore = rows.size() > request.limit();
    List<T> wanted = hasMore ? rows.subList(0, request.limit()) : rows;
    return new Page<>(request.isBackwards() ? wanted.reversed() : wanted, hasMore);
  }
}
