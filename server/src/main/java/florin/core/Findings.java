package florin.core;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A page of what was looked for among rows of which only so many are looked at.
 *
 * @param stop where there are more rows and the page is not full
 */
public record Findings<T>(Page<T> page, Optional<Stop> stop) {
  /**
   * Where the bound was reached. Whoever wants the rest asks again from there, in the same
   * direction.
   *
   * @param last the last row that was looked at
   * @param looked how many there were
   */
  public record Stop(UUID last, int looked) {}

  /** A page of a list of which every row counts. */
  public static <T> Findings<T> of(Page<T> page) {
    return new Findings<>(page, Optional.empty());
  }

  /**
   * From where whoever wants the next page asks; empty at the end.
   *
   * @param request by which this was found
   */
  public Optional<UUID> next(PageRequest request, Function<T, UUID> id) {
    return page.hasMore()
        ? Optional.of(
            id.apply(request.isBackwards() ? page.data().getFirst() : page.data().getLast()))
        : stop.map(Stop::last);
  }
}
