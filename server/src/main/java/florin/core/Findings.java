package florin.core;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

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
