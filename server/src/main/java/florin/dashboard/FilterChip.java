package florin.dashboard;

import florin.http.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A filter of a list.
 *
 * @param value what it narrows to; empty where it does not
 * @param fields that are emptied to remove it
 * @param wrong whether something is wrong with one of them
 */
public record FilterChip(String name, String value, List<String> fields, boolean wrong) {
  public FilterChip {
    fields = List.copyOf(fields);
  }

  public boolean isSet() {
    return !value.isEmpty() || wrong;
  }

  /**
   * @param chips names and fields, in their order
   * @param words of those that narrow
   */
  static List<FilterChip> of(
      Form form, Map<String, List<String>> chips, Map<String, String> words) {
    var all = new ArrayList<FilterChip>();
    chips.forEach((name, fields) -> {
      boolean wrong = fields.stream().anyMatch(field -> form.error(field).isPresent());
      all.add(new FilterChip(name, wrong ? "" : words.getOrDefault(name, ""), fields, wrong));
    });
    return List.copyOf(all);
  }
}
