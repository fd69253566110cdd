package emulator.stripe;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes JSON with indentation, as Stripe does. */
final class Json {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static ObjectNode of(Map<String, String> texts) {
    ObjectNode node = object();
    texts.forEach(node::put);
    return node;
  }

  static String text(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }
}
