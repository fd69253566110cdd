package emulator.mollie;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A decoded query or form, by the names of its parameters. */
record Query(Map<String, String> values) {
  Query {
    values = Map.copyOf(values);
  }

  static Query decode(String text) {
    var values = new LinkedHashMap<String, String>();
    for (String pair : text.isEmpty() ? new String[0] : text.split("&")) {
      String[] parts = pair.split("=", 2);
      values.put(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
    }
    return new Query(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw Problem.badRequest("The query can't be decoded");
    }
  }

  /** Rejects unknown parameters, as Mollie does. */
  void check(Set<String> known) {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw Problem.invalid(
            "Non-existent query parameter \"" + name + "\" for this API call.", name);
      }
    }
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  String get(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("the parameter " + name + " is missing"));
  }
}
