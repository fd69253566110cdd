package florin.dashboard;

import florin.core.Id;
import florin.core.Page;
import florin.core.PageRequest;
import florin.http.Query;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The pages of a list: which one an address asks for, and the ways to those beside it. A page goes
 * by the ids at its ends, so it stays the same while new things come in.
 *
 * @param path of the list
 * @param filters the parameters that the ways keep, in their order
 */
record Paging(String path, Query query, List<String> filters) {
  static final int ROWS = 25;

  private static final String OLDER_THAN = "starting_after";
  private static final String NEWER_THAN = "ending_before";

  /** What the address asks for; what is no id of that kind asks for the first page. */
  <T extends Id> PageRequest request(Id.Kind<T> kind) {
    Optional<T> after = query.value(OLDER_THAN).flatMap(kind::parse);
    Optional<T> before =
        after.isPresent() ? Optional.empty() : query.value(NEWER_THAN).flatMap(kind::parse);
    return new PageRequest(ROWS, after.map(Id::uuid), before.map(Id::uuid));
  }

  <R> Pager pager(PageRequest asked, Page<R> page, Function<R, Id> id) {
    if (page.data().isEmpty()) {
      return Pager.NONE;
    }
    boolean newer = asked.isBackwards() ? page.hasMore() : asked.startingAfter().isPresent();
    boolean older = asked.isBackwards() || page.hasMore();
    return new Pager(
        newer ? Optional.of(way(NEWER_THAN, id.apply(page.data().getFirst()))) : Optional.empty(),
        older ? Optional.of(way(OLDER_THAN, id.apply(page.data().getLast()))) : Optional.empty());
  }

  /** The same of another path: all of it, without pages. */
  String whole(String other) {
    String all = kept();
    return all.isEmpty() ? other : other + "?" + all.substring(0, all.length() - 1);
  }

  private String way(String direction, Id id) {
    return path + "?" + kept() + parameter(direction, id.text());
  }

  /** Ends in `&`, unless it is empty. */
  private String kept() {
    return filters.stream()
        .flatMap(name ->
            query.value(name).filter(value -> !value.isBlank()).stream()
                .map(value -> parameter(name, value) + "&"))
        .collect(Collectors.joining());
  }

  private static String parameter(String name, String value) {
    return encoded(name) + "=" + encoded(value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
