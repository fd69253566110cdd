package florin.http;

import florin.core.Page;
import java.util.List;
import java.util.function.Function;

/** A page of a list, in the form of every list response. */
public record ListView(String object, String url, List<?> data, boolean hasMore) {
  public static <T> Answer answer(String url, Page<T> page, Function<T, ?> view) {
    return Answer.json(
        200, new ListView("list", url, page.data().stream().map(view).toList(), page.hasMore()));
  }
}
