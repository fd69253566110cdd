package florin.dashboard;

import florin.http.Json;
import java.util.Map;
import java.util.Optional;

/** JSON that use cases answer and events are kept in: as people see it, and what stands in it. */
final class JsonView {
  private JsonView() {}

  /** Indented. */
  static String pretty(String json) {
    return Json.pretty(json);
  }

  /** A view record, indented. */
  static String prettyView(Object view) {
    return Json.pretty(Json.text(view));
  }

  /** The text at the end of these fields; empty where there is none. */
  static Optional<String> text(String json, String... fields) {
    Object at = Json.readObject(json);
    for (String field : fields) {
      at = at instanceof Map<?, ?> object && object.get(field) != null ? object.get(field) : "";
    }
    return at instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
  }
}
