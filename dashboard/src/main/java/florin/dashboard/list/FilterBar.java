package florin.dashboard.list;

import florin.http.Form;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The bar of filters above a list.
 *
 * @param path the target of its form
 * @param kept the order and the number of rows, which the form keeps
 */
public record FilterBar(Form form, List<FilterChip> chips, String path, Map<String, String> kept) {
  private static final int MAX_QUOTED = 60;

  public FilterBar {
    chips = List.copyOf(chips);
    kept = Collections.unmodifiableMap(new LinkedHashMap<>(kept));
  }

  /** Returns a selector for other parts of the page that a change of the filters updates. */
  public String also() {
    return Stream.concat(
            Stream.of("#tabs", "#tools", "#clear", "#said-q"),
            chips.stream()
                .flatMap(chip ->
                    Stream.concat(
                        Stream.of("#chip-" + chip.name(), "#unchip-" + chip.name()),
                        chip.fields().stream().map(field -> "#said-" + field.name()))))
        .collect(Collectors.joining(","));
  }

  /** Returns the title of the empty list: it quotes the search, if there is one. */
  public String noneFor(String title) {
    String asked = form.text("q").strip();
    return asked.isEmpty() ? title : "No results for “" + shortened(asked) + "”";
  }

  /** Returns what was searched for, cut if it is long. */
  public static String shortened(String asked) {
    return asked.codePointCount(0, asked.length()) <= MAX_QUOTED
        ? asked
        : asked.substring(0, asked.offsetByCodePoints(0, MAX_QUOTED)) + "…";
  }

  /** Returns whether any filter is set. */
  public boolean isAny() {
    return !form.text("q").isEmpty() || chips.stream().anyMatch(FilterChip::isSet);
  }
}
