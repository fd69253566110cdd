package florin.dashboard.list;

import java.util.List;
import java.util.Optional;

/**
 * The tools around the lines of a list: columns, saved views, export and order.
 *
 * @param list its name, for the forms
 * @param asked the query string of this view without its page
 * @param export the address of the CSV export; empty if the member can't export
 * @param otherOrder the address of the list in the opposite order
 */
public record ListTools(
    String list,
    String asked,
    List<ColumnChoice> choices,
    List<ViewLink> views,
    Optional<String> export,
    String otherOrder,
    boolean oldestFirst) {
  public ListTools {
    choices = List.copyOf(choices);
    views = List.copyOf(views);
  }

  /** A column of the menu, and whether the list has it. */
  public record ColumnChoice(String name, String label, boolean shown) {}

  /** A saved view. */
  public record ViewLink(String name, String path, boolean current) {}
}
