package florin.dashboard;

import java.util.List;
import java.util.Optional;

/**
 * What stands around the lines of a list: its columns, the views that were kept, the file, the
 * order.
 *
 * @param list its name, for the forms
 * @param asked what stands after the `?` of this view of it, without pages
 * @param export where the same is as a file; empty for whom it is not for
 * @param otherOrder where the list runs the other way
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

  /** A column, and whether it is shown. */
  public record ColumnChoice(String name, String label, boolean shown) {}

  /** A view that was kept. */
  public record ViewLink(String name, String path, boolean current) {}

  /** The columns that are shown, in their order. */
  public List<ColumnChoice> columns() {
    return choices.stream().filter(ColumnChoice::shown).toList();
  }
}
