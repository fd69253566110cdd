package florin.dashboard.list;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tools around the lines of a list: columns, saved views, export and order.
 *
 * @param list its name, for the forms
 * @param asked the query string of this view without its page
 * @param export the address of the CSV export; empty if the member can't export
 * @param sorts the links of the columns that have an order, by its name
 */
public record ListTools(
    String list,
    String asked,
    List<ColumnChoice> choices,
    List<ViewLink> views,
    Optional<String> export,
    Map<String, SortLink> sorts,
    boolean oldestFirst) {
  public ListTools {
    choices = List.copyOf(choices);
    views = List.copyOf(views);
    sorts = Map.copyOf(sorts);
  }

  /** Returns the link of a column; null if the list has no order by it. */
  public @Nullable SortLink sort(ListColumn<?> column) {
    return sorts.get(column.sort());
  }

  /**
   * The link that orders the list by a column, or reverses its order.
   *
   * @param state the present order by this column: `ascending`, `descending` or `none`
   */
  public record SortLink(String path, String state) {
    /** Returns the arrow of the column's head; empty if the list is ordered by another column. */
    public String arrow() {
      return switch (state) {
        case "ascending" -> " ↑";
        case "descending" -> " ↓";
        default -> "";
      };
    }
  }

  /** A column of the menu, and whether the list has it. */
  public record ColumnChoice(String name, String label, boolean shown) {}

  /** A saved view. */
  public record ViewLink(String name, String path, boolean current) {}
}
