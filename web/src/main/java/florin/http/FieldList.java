package florin.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The request fields that may be stored, and the allowed form of each. The work depends on the
 * list, not on the request.
 */
public final class FieldList {
  /** The placeholder for a value that is not stored. */
  public static final String NOT_KEPT = "not kept";

  /** The name that stands for fields that are on no list. */
  public static final String OTHERS = "other fields";

  /** The most elements of a list that are stored. */
  static final int MAX_ELEMENTS = 10;

  /** The longest result as JSON; a longer one is dropped as a whole. */
  static final int MAX_LENGTH = 2_000;

  private static final String ELEMENT = "[]";

  /** The brackets after a known name: an index, or a comparison. */
  private static final Pattern OUR_BRACKETS = Pattern.compile("\\[(?:[0-9]{0,3}|gte?|lte?)]");

  private static final Pattern BRACKETS = Pattern.compile("\\[.*", Pattern.DOTALL);

  private final Place root = new Place();

  /** The position of a field: it may have a shape, be a list, or have fields. */
  private static final class Place {
    private final Map<String, Place> fields = new LinkedHashMap<>();
    private @Nullable FieldShape shape;
    private @Nullable Place element;
  }

  private FieldList() {}

  /**
   * Parses a list.
   *
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

  /** Returns the fields as JSON; empty if there are none, or too many. */
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
   * Returns the known part of a field's name: `metadata` for a key of metadata, and nothing of a
   * name that a client has chosen.
   *
   * @param path as an error names it, such as `line_items[0].amount`
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
   * Returns an error message that begins with a field's name, with only the known part of the name.
   * Empty if the message does not begin with it.
   */
  public Optional<String> message(String said, Optional<String> path) {
    if (path.isEmpty() || ours(path.get()).equals(path)) {
      return Optional.of(said);
    }
    return said.startsWith(path.get() + " ")
        ? Optional.of(ours(path.get()).orElse("A field") + said.substring(path.get().length()))
        : Optional.empty();
  }
}
