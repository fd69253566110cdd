package emulator.stripe;

import emulator.provider.Json;
import java.util.List;
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
    return Shapes.expanding(expandedOfList());
  }

  /** Returns the expansions of a page, without the leading `data.`. */
  List<String> expandedOfList() {
    return parameters.list("expand").stream()
        .map(path -> path.replaceFirst("^data\\.", ""))
        .toList();
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
    List<T> all = wanted.filter(one -> isWithin("created", created.apply(one))).toList().reversed();
    List<String> ids = all.stream().map(id).toList();
    int begin = 0;
    int end = all.size();
    if (parameters.find("ending_before").isPresent()) {
      end = position(ids, "ending_before");
      begin = (int) Math.max(0, end - size);
    } else if (parameters.find("starting_after").isPresent()) {
      begin = position(ids, "starting_after") + 1;
    }
    List<T> page = all.subList(begin, (int) Math.min(end, begin + size));
    ArrayNode data = Json.array();
    page.forEach(one -> data.add(shape.apply(one)));
    boolean isBackward = parameters.find("ending_before").isPresent();
    boolean hasMore = isBackward ? begin > 0 : begin + page.size() < all.size();
    return Shapes.list(data, hasMore, url);
  }

  private int position(List<String> ids, String parameter) {
    int position = ids.indexOf(parameters.get(parameter));
    if (position < 0) {
      throw Refusal.noSuch("object", parameters.get(parameter), parameter);
    }
    return position;
  }

  /** Returns whether a time is within the bounds that parameters such as `created[gte]` set. */
  boolean isWithin(String name, long time) {
    return time >= parameters.findInteger(name + "[gte]").orElse(Long.MIN_VALUE)
        && time > parameters.findInteger(name + "[gt]").orElse(Long.MIN_VALUE)
        && time <= parameters.findInteger(name + "[lte]").orElse(Long.MAX_VALUE)
        && time < parameters.findInteger(name + "[lt]").orElse(Long.MAX_VALUE);
  }
}
