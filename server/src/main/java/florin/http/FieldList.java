package florin.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of requests of which something may be written down, and what. How much work that is
 * depends on the list, whatever came.
 */
public final class FieldList {
  /** In place of a value that is not written down. */
  public static final String NOT_KEPT = "not kept";

  /** The name under which it stands that other fields came, which are on no list. */
  public static final String OTHERS = "other fields";

  /** Of a list that came. */
  static final int MAX_ELEMENTS = 10;

  /** What comes to more, as JSON, is left out as a whole. */
  static final int MAX_LENGTH = 2_000;

  private static final String ELEMENT = "[]";

  /** What stands in brackets behind a name that is ours: a place, or a comparison. */
  private static final Pattern OUR_BRACKETS = Pattern.compile("\\[(?:[0-9]{0,3}|gte?|lte?)]");

  private static final Pattern BRACKETS = Pattern.compile("\\[.*", Pattern.DOTALL);

  private final Place root = new Place();

  /** Where a field stands: it may have a shape by itself, be a list, or have fields. */
  private static final class Place {
    private final Map<String, Place> fields = new LinkedHashMap<>();
    private @Nullable FieldShape shape;
    private @Nullable Place element;
  }

  private FieldList() {}

  /**
   * @param table a line for each field: `line_items[].amount whole`
   */
  public static FieldList of(String table) {
    var list = new FieldList();
    table
        .lines()
        .forEach(line -> {
          String[] pathAndShape = line.strip().split(" +", 2);
          list.place(pathAndShape[0]).shape = FieldShape.parse(pathAndShape[1]);
        });
    return list;
  }

  private Place place(String path) {
    Place place = root;
    for (String name : path.split("\\.")) {
      boolean isList = name.endsWith(ELEMENT);
      String field = isList ? name.substring(0, name.length() - ELEMENT.length()) : name;
      place = place.fields.computeIfAbsent(field, _ -> new Place());
      if (isList) {
        place.element = place.element == null ? new Place() : place.element;
        place = place.element;
      }
    }
    return place;
  }

  /** As JSON; empty where no field came, or too many. */
  Optional<String> write(ObjectNode sent) {
    return sent.isEmpty()
        ? Optional.empty()
        : Optional.of(Json.text(object(root, sent))).filter(text -> text.length() <= MAX_LENGTH);
  }

  private static Map<String, @Nullable Object> object(Place place, ObjectNode sent) {
    var kept = new LinkedHashMap<String, @Nullable Object>();
    place.fields.forEach((name, field) -> {
      JsonNode value = sent.get(name);
      if (value != null) {
        kept.put(name, value.isNull() ? null : kept(field, value));
      }
    });
    if (kept.size() < sent.size()) {
      kept.put(OTHERS, NOT_KEPT);
    }
    return kept;
  }

  private static Object kept(Place place, JsonNode sent) {
    if (sent instanceof ObjectNode object && !place.fields.isEmpty()) {
      return object(place, object);
    }
    if (sent instanceof ArrayNode array && place.element != null) {
      return elements(place.element, array);
    }
    return place.shape == null ? NOT_KEPT : place.shape.kept(sent);
  }

  private static List<Object> elements(Place place, ArrayNode sent) {
    var kept = new ArrayList<>();
    for (int i = 0; i < Math.min(sent.size(), MAX_ELEMENTS); i++) {
      kept.add(kept(place, sent.get(i)));
    }
    if (kept.size() < sent.size()) {
      kept.add((sent.size() - kept.size()) + " more, " + NOT_KEPT);
    }
    return kept;
  }

  /**
   * A field's name as far as it is ours: `metadata` of a key of metadata, and nothing of a name
   * that a client has chosen.
   *
   * @param path as an error says it, such as `line_items[0].amount`
   */
  public Optional<String> ours(String path) {
    if (isOurs(OUR_BRACKETS.matcher(path).replaceAll(""))) {
      return Optional.of(path);
    }
    String beginning = BRACKETS.matcher(path).replaceFirst("");
    while (!beginning.isEmpty() && !isOurs(beginning)) {
      beginning = beginning.substring(0, Math.max(0, beginning.lastIndexOf('.')));
    }
    return Optional.of(beginning).filter(name -> !name.isEmpty());
  }

  private boolean isOurs(String path) {
    @Nullable Place place = root;
    for (String name : path.split("\\.", -1)) {
      @Nullable Place next = place.fields.get(name);
      if (next == null) {
        return false;
      }
      place = next.element == null ? next : next.element;
    }
    return true;
  }

  /**
   * A message of ours that begins with a field's name: the same where the name is ours, else with
   * as much of it as is; empty where that cannot be told.
   */
  public Optional<String> message(String said, Optional<String> path) {
    if (path.isEmpty() || ours(path.get()).equals(path)) {
      return Optional.of(said);
    }
    return said.startsWith(path.get() + " ")
        ? Optional.of(ours(path.get()).orElse("A field") + said.substring(path.get().length()))
        : Optional.empty();
  }

  /** The names of the fields, of those within others too. */
  public Set<String> paths() {
    var paths = new LinkedHashSet<String>();
    addPaths("", root, paths);
    return paths;
  }

  private static void addPaths(String path, Place place, Set<String> paths) {
    if (place.shape != null) {
      paths.add(path);
    }
    place.fields.forEach(
        (name, field) -> addPaths(path.isEmpty() ? name : path + "." + name, field, paths));
    if (place.element != null) {
      addPaths(path + ELEMENT, place.element, paths);
    }
  }
}
