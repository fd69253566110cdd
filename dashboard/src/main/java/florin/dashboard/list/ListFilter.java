package florin.dashboard.list;

import java.util.List;

/**
 * A filter of a list: a chip of the bar, with its fields.
 *
 * @param name of the chip
 */
public record ListFilter(String name, String label, List<ListField<?>> fields) {
  public ListFilter {
    fields = List.copyOf(fields);
  }

  List<String> names() {
    return fields.stream().map(ListField::name).toList();
  }
}
