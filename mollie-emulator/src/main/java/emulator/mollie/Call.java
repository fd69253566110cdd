package emulator.mollie;

import emulator.provider.Answer;
import emulator.provider.Form;
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
 * @param live whether the key is a live key
 * @param organization whether the key is an organization access token
 * @param url its address without the query
 * @param id the first id in the path, or empty
 * @param part the second id in the path, or empty
 */
record Call(
    World world,
    Shapes shapes,
    boolean live,
    boolean organization,
    String url,
    String id,
    String part,
    Form query,
    Body body) {
  private static final int PAGE = 50;
  private static final int LARGEST_PAGE = 250;

  Payment payment() {
    return find(world.payments, id, one -> one.live, "payment");
  }

  Customer customer() {
    Customer customer = find(world.customers, id, one -> one.live, "customer");
    if (customer.deleted) {
      throw Problem.gone("customer");
    }
    return customer;
  }

  /** Returns the object with this id. It must belong to the mode of the key. */
  <T> T find(Map<String, T> all, String wanted, Predicate<T> isLive, String what) {
    T object = all.get(wanted);
    if (object == null || isLive.test(object) != live) {
      throw Problem.noSuch(what, wanted);
    }
    return object;
  }

  boolean embeds(String what) {
    return List.of(query.find("embed").orElse("").split(",")).contains(what);
  }

  /**
   * Returns a page, newest first.
   *
   * @param what the name of the list, such as `payments`
   * @param wanted in the order of creation
   */
  <T> Answer page(
      String what, Stream<T> wanted, Function<T, String> id, Function<T, ObjectNode> shape) {
    List<T> all = wanted.toList();
    if (!query.find("sort").orElse("desc").equals("asc")) {
      all = all.reversed();
    }
    int size = size();
    int begin = begin(all.stream().map(id).toList());
    List<T> page = all.stream().skip(begin).limit(size).toList();
    ObjectNode json = Json.object().put("count", page.size());
    ArrayNode items = json.putObject("_embedded").putArray(what);
    page.forEach(one -> items.add(shape.apply(one)));
    Links links = Links.of(json).api("self", url);
    if (begin > 0) {
      links.api("previous", from(id.apply(all.get(Math.max(0, begin - size))), size));
    } else {
      links.none("previous");
    }
    if (begin + size < all.size()) {
      links.api("next", from(id.apply(all.get(begin + size)), size));
    } else {
      links.none("next");
    }
    links.page("documentation", Links.DOCUMENTATION + "list-" + what);
    return Answer.hal(200, json);
  }

  private int size() {
    String text = query.find("limit").orElse("" + PAGE);
    if (!text.matches("[0-9]{1,4}")) {
      throw Problem.badParameter("Invalid limit value", "limit");
    }
    int size = Integer.parseInt(text);
    if (size < 1 || size > LARGEST_PAGE) {
      throw Problem.badParameter("The limit must be between 1 and 250", "limit");
    }
    return size;
  }

  private int begin(List<String> ids) {
    if (query.find("from").isEmpty()) {
      return 0;
    }
    int begin = ids.indexOf(query.get("from"));
    if (begin < 0) {
      throw Problem.badParameter("Invalid cursor value", "from");
    }
    return begin;
  }

  private String from(String id, int size) {
    return url
        + "?from="
        + id
        + "&limit="
        + size
        + query.find("sort").map(sort -> "&sort=" + sort).orElse("");
  }
}
