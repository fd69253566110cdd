package florin.http;

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

  /** Indented, and without the escapes that only machines need. */
  public String pretty() {
    return root.toPrettyString();
  }
}
