package emulator.provider;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON. */
public final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  public static ObjectNode of(Map<String, String> texts) {
    ObjectNode node = object();
    texts.forEach(node::put);
    return node;
  }

  public static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  public static String pretty(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  /**
   * Returns the value that the text contains.
   *
   * @throws tools.jackson.core.JacksonException if the text isn't JSON
   */
  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }
}
