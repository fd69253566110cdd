package emulator.mollie;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON. */
final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** Returns the value that the text contains. Rejects other text with 400. */
  static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException broken) {
      throw Problem.badRequest("The request body is not valid JSON");
    }
  }
}
