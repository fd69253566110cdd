package emulator.stripe;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A decoded form with brackets, such as `line_items[0][price_data][currency]=eur`, by full names.
 * Lists with `[]` are numbered in order, as at Stripe.
 */
final class Parameters {
  private static final int MAX_PARAMETERS = 1000;
  private static final Pattern INDEX = Pattern.compile("\\[[0-9]+]");

  /** Names with any key in the brackets. */
  private static final Pattern METADATA = Pattern.compile("metadata(]?)\\[[^\\[\\]]+]$");

  private static final int MAX_METADATA = 50;
  private static final int MAX_METADATA_KEY = 40;
  private static final int MAX_METADATA_VALUE = 500;

  private final Map<String, String> values;

  private Parameters(Map<String, String> values) {
    this.values = values;
  }

  static Parameters decode(String form) {
    var values = new LinkedHashMap<String, String>();
    if (form.isEmpty()) {
      return new Parameters(values);
    }
    String[] pairs = form.split("&");
    if (pairs.length > MAX_PARAMETERS) {
      throw Refusal.parameter("parameter_invalid", "Too many parameters", "");
    }
    for (String pair : pairs) {
      int mark = pair.indexOf('=');
      String name = decoded(mark < 0 ? pair : pair.substring(0, mark));
      String value = mark < 0 ? "" : decoded(pair.substring(mark + 1));
      String numbered = name.contains("[]") ? numbered(name, values) : name;
      values.put(numbered, value);
    }
    return new Parameters(values);
  }

  /** Reads the parts of a `multipart/form-data` body. */
  static Parameters ofParts(String body, String boundary) {
    var values = new LinkedHashMap<String, String>();
    for (String part : body.split(Pattern.quote("--" + boundary))) {
      int end = part.indexOf("\r\n\r\n");
      int name = part.indexOf("name=\"");
      if (end > 0 && name > 0 && name < end) {
        values.put(
            part.substring(name + 6, part.indexOf('"', name + 6)),
            part.substring(end + 4, part.length() - 2));
      }
    }
    return new Parameters(values);
  }

  private static String numbered(String name, Map<String, String> before) {
    for (int i = 0; ; i++) {
      String numbered = name.replaceFirst("\\[]", "[" + i + "]");
      if (!before.containsKey(numbered)) {
        return numbered;
      }
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw Refusal.parameter("parameter_invalid", "The form cannot be decoded", "");
    }
  }

  /**
   * Rejects unknown parameters and too much metadata, as Stripe does.
   *
   * @param known names with `[*]` for an index; a name that ends in `*` allows all names with that
   *     prefix
   */
  void check(Set<String> known) {
    values.forEach((name, value) -> {
      String shape = METADATA.matcher(name).replaceAll("metadata$1");
      shape = INDEX.matcher(shape).replaceAll("[*]");
      if (!isKnown(shape, known)) {
        throw Refusal.unknown(name);
      }
    });
  }

  private static boolean isKnown(String shape, Set<String> known) {
    return known.contains(shape)
        || known.stream()
            .filter(name -> name.endsWith("*"))
            .anyMatch(name -> shape.startsWith(name.substring(0, name.length() - 1)));
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  String get(String name) {
    return find(name).orElseThrow(() -> Refusal.missing(name));
  }

  Optional<Long> findInteger(String name) {
    return find(name)
        .map(text -> {
          if (!text.matches("-?[0-9]{1,15}")) {
            throw Refusal.parameter("parameter_invalid_integer", "Invalid integer: " + text, name);
          }
          return Long.parseLong(text);
        });
  }

  boolean isTrue(String name) {
    return find(name).map("true"::equals).orElse(false);
  }

  /** Returns the value, or empty if there is none. Rejects a value that is not allowed. */
  Optional<String> findOneOf(String name, Set<String> allowed) {
    Optional<String> value = find(name);
    if (value.isPresent() && !allowed.contains(value.get())) {
      throw Refusal.parameter(
          "parameter_invalid_string",
          "Invalid " + name + ": must be one of " + String.join(", ", new TreeSet<>(allowed)),
          name);
    }
    return value;
  }

  /** Rejects a value that is too long. */
  void checkLength(String name, int longest) {
    if (find(name).filter(value -> value.length() > longest).isPresent()) {
      throw Refusal.parameter(
          "parameter_invalid_string", "It may have at most " + longest + " characters.", name);
    }
  }

  /** Returns the values of `name[0]`, `name[1]` and so on. */
  List<String> list(String name) {
    return values.entrySet().stream()
        .filter(entry -> INDEX.matcher(entry.getKey()).replaceAll("").equals(name))
        .filter(entry -> entry.getKey().startsWith(name + "["))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns the number of items in a list of objects. */
  int size(String name) {
    return (int)
        values.keySet().stream()
            .filter(key -> key.startsWith(name + "["))
            .map(key -> key.substring(0, key.indexOf(']') + 1))
            .distinct()
            .count();
  }

  Map<String, String> metadata(String name) {
    var metadata = new TreeMap<String, String>();
    String prefix = name + "[";
    values.forEach((key, value) -> {
      if (key.startsWith(prefix) && key.endsWith("]")) {
        metadata.put(key.substring(prefix.length(), key.length() - 1), value);
      }
    });
    boolean fits =
        metadata.size() <= MAX_METADATA
            && metadata.entrySet().stream()
                .allMatch(entry ->
                    entry.getKey().length() <= MAX_METADATA_KEY
                        && entry.getValue().length() <= MAX_METADATA_VALUE);
    if (!fits) {
      throw Refusal.parameter("parameter_invalid", "Metadata is too large", name);
    }
    return metadata;
  }

  /** Returns a value that is the same for the same parameters in any order. */
  String fingerprint() {
    return new TreeMap<>(values).toString();
  }
}
