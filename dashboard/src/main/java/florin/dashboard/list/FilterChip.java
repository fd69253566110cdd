package florin.dashboard.list;

import java.util.List;

/**
 * A filter as the bar shows it.
 *
 * @param label empty for a filter that only the tabs set
 * @param value the chosen value in words; empty if the filter is not set
 * @param without the address of the list without this filter
 * @param wrong whether one of the fields has an error
 */
public record FilterChip(
    String name,
    String label,
    String value,
    List<ListField<?>> fields,
    String without,
    boolean wrong) {
  public FilterChip {
    fields = List.copyOf(fields);
  }

  public boolean isSet() {
    return !value.isEmpty() || wrong;
  }

  /** Returns whether it has a label, and there is something to choose. */
  public boolean isShown() {
    return !label.isEmpty()
        && (isSet()
            || fields.stream()
                .map(ListField::control)
                .anyMatch(control -> !control.isChoice() || !control.options().isEmpty()));
  }
}
