package florin.http;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Parses JSON strictly, and writes JSON in one form. */
public final class Json {
  private static final JsonMapper VIEWS = Views.mapper();

  private static final int NODE_BYTES = 64;

  private static final TypeReference<Map<String, String>> STRINGS = new TypeReference<>() {};
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  /**
   * Marks a component of a view that is omitted when it is null; all others are shown as null. It
   * applies to the component's field and accessor, where Jackson looks for it.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.FIELD, ElementType.METHOD})
  @JacksonAnnotationsInside
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public @interface OmitWhenNull {}

  /**
   * Marks a component of a view whose own fields are shown in its place; nothing is shown if it is
   * null.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.FIELD, ElementType.METHOD})
  @JacksonAnnotationsInside
  @JsonUnwrapped
  public @interface Unwrapped {}

  private Json() {}

  /**
   * Parses a request body, which must be one object; an empty body counts as `{}`. Rejects
   * malformed JSON ({@link StrictJson}) with `invalid_json`, and JSON that is not an object with
   * `parameter_invalid`.
   */
  public static ObjectNode object(byte[] body) {
    return StrictJson.object(body);
  }

  /**
   * Returns the most memory that parsing a body needs, besides the body: its characters, and for
   * each separator a node with its map entry.
   */
  public static int weight(byte[] body) {
    int nodes = 0;
    for (byte b : body) {
      if (b == ',' || b == ':' || b == '[' || b == '{') {
        nodes++;
      }
    }
    return 2 * body.length + NODE_BYTES * nodes;
  }

  /**
   * Writes a view: a record whose components are its fields, in snake case and in order. Empty
   * optionals are `null`, an `Instant` is Unix seconds, ids and currencies are their text, enums
   * their lower-case text; the bytes are ASCII.
   */
  public static byte[] bytes(Object view) {
    return VIEWS.writeValueAsBytes(view);
  }

  /** Writes a view as text, in the form of {@link #bytes}. */
  public static String text(Object view) {
    return VIEWS.writeValueAsString(view);
  }

  /** Reads an object of strings that Florin wrote. */
  public static Map<String, String> readStrings(String json) {
    return VIEWS.readValue(json, STRINGS);
  }

  /** Reads a JSON object that Florin wrote: maps, lists, texts, numbers, booleans. */
  public static Map<String, Object> readObject(String json) {
    return VIEWS.readValue(json, OBJECT);
  }

  /** Reads a JSON object of another program. Returns empty if the text is none. */
  public static Optional<Map<String, Object>> findObject(String text) {
    try {
      return Optional.of(readObject(text));
    } catch (JacksonException malformed) {
      return Optional.empty();
    }
  }

  /** Returns the JSON, or empty for an empty map, which needs no column. */
  public static Optional<String> textUnlessEmpty(Map<String, String> strings) {
    return strings.isEmpty() ? Optional.empty() : Optional.of(text(strings));
  }

  /**
   * Returns a canonical text, which is equal only for equal requests. Keys are sorted. Nulls stay,
   * because a null may clear a field. `cvc` is omitted, because it must not be stored anywhere, not
   * even in the input of a MAC.
   */
  public static String canonical(ObjectNode object) {
    var text = new StringBuilder();
    addCanonical(object, text);
    return text.toString();
  }

  private static void addCanonical(JsonNode node, StringBuilder text) {
    switch (node) {
      case ObjectNode object -> {
        text.append('{');
        object
            .propertyStream()
            .filter(field -> !field.getKey().equals("cvc"))
            .sorted(Map.Entry.comparingByKey())
            .forEach(field -> {
              addQuoted(field.getKey(), text);
              addCanonical(field.getValue(), text.append(':'));
              text.append(',');
            });
        text.append('}');
      }
      case ArrayNode array -> {
        text.append('[');
        for (JsonNode element : array) {
          addCanonical(element, text);
          text.append(',');
        }
        text.append(']');
      }
      case StringNode string -> addQuoted(string.stringValue(), text);
      default -> text.append(node); // a number, true, false, null
    }
  }

  /** Escapes only what would end the string: two texts are equal only if their strings are. */
  private static void addQuoted(String string, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\');
      }
      text.append(c);
    }
    text.append('"');
  }
}
