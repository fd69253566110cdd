package florin.dashboard;

import florin.http.Form;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The bar over a list: what it is narrowed by.
 *
 * @param path where its form leads
 * @param oldestFirst the order, which the form keeps
 * @param also what changes on the page beside the list when something is chosen, as a selector
 */
public record FilterBar(
    Form form,
    List<FilterChip> chips,
    List<String> removals,
    String path,
    boolean oldestFirst,
    String also) {
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

  /** Where the list is without this filter. */
  public String without(String name) {
    return removals.get(chips.indexOf(chip(name)));
  }

  /** Whether anything narrows the list. */
  public boolean isAny() {
    return !form.text("q").isEmpty() || chips.stream().anyMatch(FilterChip::isSet);
  }
}
