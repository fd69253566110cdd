package florin.dashboard;

import florin.core.Id;
import florin.core.Page;
import florin.core.PageRequest;
import florin.http.Query;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The address of a list: which list, what is asked of it, and which page, by the ids at its ends.
 */
record ListPath(String text) {
  static final int PAGE_SIZE = 25;

  private static final String AFTER = "after";
  private static final String BEFORE = "before";

  /** Nothing is added for an empty value. */
  ListPath with(String name, String value) {
    return value.isEmpty()
        ? this
        : new ListPath(
            text
                + (text.indexOf('?') < 0 ? "?" : "&")
                + name
                + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  /** Which page the address names; what is no id there means the newest. */
  static <T extends Id> PageRequest page(Query query, Id.Kind<T> kind) {
    Optional<UUID> after = query.value(AFTER).flatMap(kind::parse).map(Id::uuid);
    Optional<UUID> before = query.value(BEFORE).flatMap(kind::parse).map(Id::uuid);
    return new PageRequest(PAGE_SIZE, after, after.isPresent() ? Optional.empty() : before);
  }

  /** The ways on from a page: what was come from is there, the other way is where there is more. */
  <T> Pager pager(PageRequest request, Page<T> page, Function<T, Id> id) {
    if (page.data().isEmpty()) {
      return request.startingAfter().isPresent() || request.isBackwards()
          ? new Pager(Optional.of(text), Optional.empty())
          : Pager.NONE;
    }
    boolean hasNewer = request.isBackwards() ? page.hasMore() : request.startingAfter().isPresent();
    boolean hasOlder = request.isBackwards() || page.hasMore();
    return new Pager(
        Optional.of(with(BEFORE, id.apply(page.data().getFirst()).text()).text())
            .filter(_ -> hasNewer),
        Optional.of(with(AFTER, id.apply(page.data().getLast()).text()).text())
            .filter(_ -> hasOlder));
  }
}
