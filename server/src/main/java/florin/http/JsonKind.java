package florin.http;

import tools.jackson.databind.JsonNode;

/**
 * The type of a value, in words for a message. The value itself is never shown, because it might be
 * a card number.
 */
final class JsonKind {
  private JsonKind() {}

  static String of(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "an array";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
      case NUMBER ->
          node.isIntegralNumber() ? "an integer" : "a number with a fraction or exponent";
      case OBJECT -> "an object";
      case STRING -> "a string";
      case BINARY, MISSING, POJO -> "something else";
    };
  }
}
