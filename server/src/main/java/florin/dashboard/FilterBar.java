package florin.dashboard;

import florin.http.Form;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The bar of filters above a list.
 *
 * @param path the target of its form
 * @param oldestFirst the order, which the form keeps
 * @param also a selector for other parts of the page that a change of the filters updates
 */
public record FilterBar(
    Form form,
    List<FilterChip> chips,
    List<String> removals,
    String path,
    boolean oldestFirst,
    String also) {
  private static final int MAX_QUOTED = 60;

  public FilterBar {
    chips = List.copyOf(chips);
    removals = List.copyOf(removals);
  }

  static FilterBar of(Form form, List<FilterChip> chips, Paging paging) {
    return new FilterBar(
        form,
        chips,
        chips.stream().map(chip -> paging.without(chip.fields())).toList(),
        paging.path(),
        paging.isOldestFirst(),
        Stream.concat(
                Stream.of("#tabs", "#tools", "#clear", "#said-q"),
                chips.stream()
                    .flatMap(chip ->
                        Stream.concat(
                            Stream.of("#chip-" + chip.name(), "#unchip-" + chip.name()),
                            chip.fields().stream().map(field -> "#said-" + field))))
            .collect(Collectors.joining(",")));
  }

  public FilterChip chip(String name) {
    return chips.stream().filter(chip -> chip.name().equals(name)).findFirst().orElseThrow();
  }

  /** Returns the address of the list without this filter. */
  public String without(String name) {
    return removals.get(chips.indexOf(chip(name)));
  }

  /** Returns the title of the empty list: it quotes the search, if there is one. */
  public String noneFor(String title) {
    String asked = form.text("q").strip();
    return asked.isEmpty() ? title : "No results for “" + shortened(asked) + "”";
  }

  /** Returns what was searched for, cut if it is long. */
  static String shortened(String asked) {
    return asked.codePointCount(0, asked.length()) <= MAX_QUOTED
        ? asked
        : asked.substring(0, asked.offsetByCodePoints(0, MAX_QUOTED)) + "…";
  }

  /** Returns whether any filter is set. */
  public boolean isAny() {
    return !form.text("q").isEmpty() || chips.stream().anyMatch(FilterChip::isSet);
  }
}
