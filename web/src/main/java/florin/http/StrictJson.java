package florin.http;

import florin.core.ErrorCode;
import florin.core.Problem.BadRequest;
import florin.http.Format.JsonKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parses JSON (RFC 8259) as strictly as any parser, so that no system behind Florin reads something
 * else. It requires UTF-8, no duplicate keys, no NUL, no lone surrogates, at most {@link
 * #MAX_DEPTH} levels, and nothing after the end. It builds the tree from Jackson's tokens, because
 * `readTree` detects neither bad UTF-8 nor lone surrogates. Messages give a position, never the
 * contents.
 */
final class StrictJson {
  static final int MAX_DEPTH = 32;

  /** The longest number; no meaningful one is longer, and converting longer ones takes time. */
  static final int MAX_NUMBER_LENGTH = 100;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonFactory TOKENS =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(2 * MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxNameLength(1 << 20)
                  .maxStringLength(1 << 20)
                  .build())
          .build();

  private final JsonParser parser;

  private StrictJson(JsonParser parser) {
    this.parser = parser;
  }

  static ObjectNode object(byte[] body) {
    if (body.length == 0) {
      return NODES.objectNode();
    }
    JsonNode root = read(text(body));
    if (root instanceof ObjectNode object) {
      return object;
    }
    throw new BadRequest(
            ErrorCode.PARAMETER_INVALID,
            "The request body must be a JSON object; got " + JsonKind.of(root) + ".")
        .refusal();
  }

  private static CharBuffer text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
    } catch (CharacterCodingException notUtf8) {
      throw invalid("it is not UTF-8");
    }
  }

  private static JsonNode read(CharBuffer text) {
    try (JsonParser parser =
        TOKENS.createParser(
            ObjectReadContext.empty(), text.array(), text.arrayOffset(), text.length())) {
      var reader = new StrictJson(parser);
      JsonNode root = reader.value(reader.next(), 0);
      if (parser.nextToken() != null) {
        throw reader.invalidHere("there is text after the end of the value");
      }
      return root;
    } catch (JacksonException malformed) {
      throw invalid("syntax error" + at(malformed.getLocation()));
    }
  }

  private JsonNode value(JsonToken token, int depth) {
    return switch (token) {
      case START_OBJECT -> objectValue(deeper(depth));
      case START_ARRAY -> arrayValue(deeper(depth));
      case VALUE_STRING -> NODES.stringNode(clean(parser.getString()));
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> decimal();
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      default -> throw invalidHere("a value is missing");
    };
  }

  private ObjectNode objectValue(int depth) {
    ObjectNode object = NODES.objectNode();
    while (next() != JsonToken.END_OBJECT) {
      String name = clean(parser.currentName());
      if (object.has(name)) {
        throw invalidHere("an object has the same key twice");
      }
      object.set(name, value(next(), depth));
    }
    return object;
  }

  private ArrayNode arrayValue(int depth) {
    ArrayNode array = NODES.arrayNode();
    for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
      array.add(value(token, depth));
    }
    return array;
  }

  private JsonNode integer() {
    return switch (parser.getNumberType()) {
      case INT, LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  /** Reads a decimal; Java can't represent a number whose exponent exceeds an `int`. */
  private JsonNode decimal() {
    try {
      return NODES.numberNode(parser.getDecimalValue());
    } catch (NumberFormatException outOfRange) {
      throw invalidHere("a number's exponent is out of range");
    }
  }

  private JsonToken next() {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw invalidHere("it ends too early");
    }
    return token;
  }

  private int deeper(int depth) {
    if (depth == MAX_DEPTH) {
      throw invalidHere("it is nested deeper than " + MAX_DEPTH + " levels");
    }
    return depth + 1;
  }

  private String clean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw invalidHere("a string contains the character NUL");
      }
      if (Character.isSurrogate(c)) {
        if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
          throw invalidHere("a string contains half of a surrogate pair");
        }
        i++;
      }
    }
    return text;
  }

  private RuntimeException invalidHere(String why) {
    return invalid(why + at(parser.currentTokenLocation()));
  }

  private static String at(TokenStreamLocation location) {
    return location == null || location.getLineNr() < 1
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static RuntimeException invalid(String why) {
    return new BadRequest(
            ErrorCode.INVALID_JSON, "The request body is not valid JSON: " + why + ".")
        .refusal();
  }
}
