package florin.core;

import java.util.List;

/**
 * A part of a list, ordered from new to old.
 *
 * @param hasMore whether there is more in the direction of the request: older, or newer if the page
 *     ended before an id
 */
public record Page<T>(List<T> data, boolean hasMore) {
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
