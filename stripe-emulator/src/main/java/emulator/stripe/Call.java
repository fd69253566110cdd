package emulator.stripe;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to the API that has passed its key.
 *
 * @param id of the path, or empty
 * @param live by which kind of key it came
 */
record Call(World world, boolean live, String id, Parameters parameters) {
  private static final int PAGE = 10;
  private static final int LARGEST_PAGE = 100;

  /** With what of the answer was asked to be expanded. */
  Shapes shapes() {
    return Shapes.expanding(parameters.list("expand"));
  }

  /** The same for each object of a page: `data.payment_intent`. */
  Shapes shapesOfList() {
    return Shapes.expanding(
        parameters.list("expand").stream().map(path -> path.replaceFirst("^data\\.", "")).toList());
  }

  /** The object of the path, of this mode. */
  <T> T get(Map<String, T> all, Predicate<T> isLive, String what, String param) {
    return find(all, isLive, id, what, param);
  }

  <T> T find(Map<String, T> all, Predicate<T> isLive, String id, String what, String param) {
    T object = all.get(id);
    if (object == null || isLive.test(object) != live) {
      throw Refusal.noSuch(what, id, param);
    }
    return object;
  }

  /**
   * A page, newest first.
   *
   * @param wanted in the order in which they were made
   */
  <T> ObjectNode page(
      Stream<T> wanted,
      Function<T, String> id,
      Function<T, Long> created,
      Function<T, ObjectNode> shape,
      String url) {
    long size = parameters.findInteger("limit").orElse((long) PAGE);
    if (size < 1 || size > LARGEST_PAGE) {
      throw Refusal.parameter(
          "parameter_invalid_integer", "limit must be between 1 and 100", "limit");
    }
    long from = parameters.findInteger("created[gte]").orElse(Long.MIN_VALUE);
    long until = parameters.findInteger("created[lte]").orElse(Long.MAX_VALUE);
    var all =
        wanted
            .filter(one -> created.apply(one) >= from && created.apply(one) <= until)
            .toList()
            .reversed();
    String after = parameters.find("starting_after").orElse("");
    int begin = 0;
    for (int i = 0; i < all.size() && !after.isEmpty(); i++) {
      if (id.apply(all.get(i)).equals(after)) {
        begin = i + 1;
      }
    }
    if (!after.isEmpty() && begin == 0) {
      throw Refusal.noSuch("object", after, "starting_after");
    }
    var page = all.stream().skip(begin).limit(size).toList();
    ArrayNode data = Json.array();
    page.forEach(one -> data.add(shape.apply(one)));
    return Shapes.list(data, begin + page.size() < all.size(), url);
  }
}
