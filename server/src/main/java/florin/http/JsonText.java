package florin.http;

import florin.core.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON that Florin has written, to be looked into or shown to people. */
public final class JsonText {
  private static final JsonMapper READER = new JsonMapper();

  private final JsonNode root;

  private JsonText(JsonNode root) {
    this.root = root;
  }

  public static JsonText of(String json) {
    return new JsonText(READER.readTree(json));
  }

  /** Of a view record. */
  public static JsonText ofView(Object view) {
    return of(Json.text(view));
  }

  /**
   * A text or a number; empty where there is none.
   *
   * @param pointer of RFC 6901, such as `/data/object/id`
   */
  public Optional<String> find(String pointer) {
    JsonNode node = root.at(pointer);
    return node.isString() || node.isNumber() ? Optional.of(node.asString()) : Optional.empty();
  }

  /** Whether two texts are the same object of JSON, in whatever order and however written. */
  public static boolean isSameObject(String one, String other) {
    Optional<String> same = canonical(one);
    return same.isPresent() && same.equals(canonical(other));
  }

  /** Empty for what is not an object of JSON. */
  private static Optional<String> canonical(String json) {
    try {
      return Optional.of(Json.canonical(Json.object(json.getBytes(StandardCharsets.UTF_8))));
    } catch (Refusal notJson) {
      return Optional.empty();
    }
  }

  /** An object's fields: maps, lists, texts, numbers, booleans. */
  public Map<String, Object> fields() {
    return Json.readObject(root.toString());
  }

  /** Indented, and without the escapes that only machines need. */
  public String pretty() {
    return root.toPrettyString();
  }
}
