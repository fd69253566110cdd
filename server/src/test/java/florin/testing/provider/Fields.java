package florin.testing.provider;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The format of the provider's messages: one field on each line. */
record Fields(Map<String, String> values) {
  Fields {
    values = Map.copyOf(values);
  }

  static Fields of(String... namesAndValues) {
    var values = new LinkedHashMap<String, String>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Fields(values);
  }

  static Fields parse(String text) {
    var values = new LinkedHashMap<String, String>();
    for (String line : text.lines().toList()) {
      int end = line.indexOf('=');
      if (end < 1) {
        throw new IllegalArgumentException("no field");
      }
      values.put(line.substring(0, end), line.substring(end + 1));
    }
    return new Fields(values);
  }

  String get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no field " + name));
  }

  long number(String name) {
    return Long.parseLong(get(name));
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  String text() {
    var text = new StringBuilder();
    values.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return text.toString();
  }
}
