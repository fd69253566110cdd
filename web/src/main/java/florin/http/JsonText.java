package florin.http;

import florin.core.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON that Florin wrote, to query it or to show it to people. */
public final class JsonText {
  private static final JsonMapper READER = new JsonMapper();

  private final JsonNode root;

  private JsonText(JsonNode root) {
    this.root = root;
  }

  public static JsonText of(String json) {
    return new JsonText(READER.readTree(json));
  }

  /** Returns the JSON of a view record. */
  public static JsonText ofView(Object view) {
    return of(Json.text(view));
  }

  /**
   * Returns a text or a number; empty if there is none.
   *
   * @param pointer a JSON pointer (RFC 6901), such as `/data/object/id`
   */
  public Optional<String> find(String pointer) {
    JsonNode node = root.at(pointer);
    return node.isString() || node.isNumber() ? Optional.of(node.asString()) : Optional.empty();
  }

  /** Returns whether two texts are the same JSON object, in any order and format. */
  public static boolean isSameObject(String one, String other) {
    Optional<String> same = canonical(one);
    return same.isPresent() && same.equals(canonical(other));
  }

  /** Returns the canonical form; empty if the text is not a JSON object. */
  private static Optional<String> canonical(String json) {
    try {
      return Optional.of(Json.canonical(Json.object(json.getBytes(StandardCharsets.UTF_8))));
    } catch (Refusal notJson) {
      return Optional.empty();
    }
  }

  /** Returns an object's fields: maps, lists, texts, numbers, booleans. */
  public Map<String, Object> fields() {
    return Json.readObject(root.toString());
  }

  /** Returns the JSON indented, and without the escapes that only programs need. */
  public String pretty() {
    return root.toPrettyString();
  }
}
