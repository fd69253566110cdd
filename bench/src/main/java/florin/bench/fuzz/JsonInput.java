package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.core.ErrorCode;
import florin.core.Refusal;
import florin.http.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads a request's body. */
final class JsonInput implements InputReader {
  private static final int MAX_DEPTH = 32;

  /** The maximum length of an error message. */
  private static final int MAX_MESSAGE = 300;

  private final JsonMapper others =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  @Override
  public boolean read(byte[] input) {
    ObjectNode object;
    try {
      object = Json.object(input);
    } catch (Refusal refused) {
      ErrorCode code = refused.problem().code();
      require(
          code == ErrorCode.INVALID_JSON || code == ErrorCode.PARAMETER_INVALID,
          () -> "rejected as " + code);
      require(refused.problem().message().length() < MAX_MESSAGE, "a message is too long");
      return false;
    }
    Storable.checkTree(object, MAX_DEPTH);
    if (input.length == 0) {
      return true;
    }
    String canonical = Json.canonical(object);
    JsonNode theirs = others.readTree(input);
    require(
        theirs instanceof ObjectNode read && Json.canonical(read).equals(canonical),
        "another JSON reader reads a different value");
    byte[] again = object.toString().getBytes(StandardCharsets.UTF_8);
    require(
        Json.canonical(Json.object(again)).equals(canonical),
        "writing and reading changes the value");
    require(
        !canonical.contains("{\"cvc\":") && !canonical.contains(",\"cvc\":"),
        "the stored request contains a verification code");
    return true;
  }
}
