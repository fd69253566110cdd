package florin.dashboard;

import florin.http.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A filter of a list.
 *
 * @param value the chosen value in words; empty if the filter is not set
 * @param fields the fields that are cleared to remove the filter
 * @param wrong whether one of the fields has an error
 */
public record FilterChip(String name, String value, List<String> fields, boolean wrong) {
  public FilterChip {
    fields = List.copyOf(fields);
  }

  public boolean isSet() {
    return !value.isEmpty() || wrong;
  }

  /**
   * Returns the chips.
   *
   * @param chips the fields of each chip by its name, in order
   * @param words the chosen values of the filters that are set, by name
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
