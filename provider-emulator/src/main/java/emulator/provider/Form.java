package emulator.provider;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A decoded query or form, by the names of its parameters. */
public record Form(Map<String, String> values) {
  public Form {
    values = Map.copyOf(values);
  }

  /**
   * Decodes a form.
   *
   * @throws IllegalArgumentException if it can't be decoded
   */
  public static Form decode(String text) {
    var values = new LinkedHashMap<String, String>();
    for (String pair : text.isEmpty() ? new String[0] : text.split("&")) {
      String[] parts = pair.split("=", 2);
      values.put(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
    }
    return new Form(values);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  public Optional<Long> findInteger(String name) {
    return find(name).map(Long::valueOf);
  }

  public String get(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("the parameter " + name + " is missing"));
  }
}
