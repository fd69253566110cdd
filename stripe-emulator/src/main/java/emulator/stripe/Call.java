package emulator.stripe;

import emulator.provider.Json;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authenticated request to the API.
 *
 * @param id the id in the path, or empty
 * @param live whether the key is a live key
 */
record Call(World world, boolean live, String id, Parameters parameters) {
  private static final int PAGE = 10;
  private static final int LARGEST_PAGE = 100;

  /**
   * Returns the shapes for a response with one object, with the expansions that the request asks
   * for.
   */
  Shapes shapes() {
    return Shapes.expanding(parameters.list("expand"));
  }

  /** Returns the shapes for the objects of a page, whose expansions start with `data.`. */
  Shapes shapesOfList() {
    return Shapes.expanding(
        parameters.list("expand").stream().map(path -> path.replaceFirst("^data\\.", "")).toList());
  }

  /** Returns the object of the path. It must belong to the mode of the key. */
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

  /** Returns the object that a parameter names. It must belong to the mode of the key. */
  <T> T named(Map<String, T> all, Predicate<T> isLive, String id, String what, String param) {
    T object = all.get(id);
    if (object == null || isLive.test(object) != live) {
      throw Refusal.noSuchNamed(what, id, param);
    }
    return object;
  }

  /**
   * Returns a page, newest first.
   *
   * @param wanted in the order of creation
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
