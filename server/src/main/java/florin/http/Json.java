package florin.http;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON in, strictly; JSON out, of one form. */
public final class Json {
  private static final JsonMapper VIEWS = Views.mapper();

  private Json() {}

  /**
   * Reads a request body, which must be one object; no bytes at all count as `{}`. Refuses with
   * `invalid_json` what {@link StrictJson} finds wrong, and with `parameter_invalid` valid JSON
   * that is not an object.
   */
  public static ObjectNode object(byte[] body) {
    return StrictJson.object(body);
  }

  /**
   * Writes a view: a record whose components are its fields, in snake case and in order. Empty
   * optionals are `null`, an `Instant` is Unix seconds, ids and currencies are their text, enums
   * their lower-case text; the bytes are ASCII.
   */
  public static byte[] bytes(Object view) {
    return VIEWS.writeValueAsBytes(view);
  }
}
