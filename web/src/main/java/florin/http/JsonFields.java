package florin.http;

import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A small JSON object in a database column: texts, integers, texts by name, and nested objects.
 * Every payment writes one, so it uses no tree and no reflection.
 */
public final class JsonFields {
  private final Map<String, Object> fields;

  private JsonFields(Map<String, Object> fields) {
    this.fields = fields;
  }

  public static JsonFields of(String json) {
    return new JsonFields(Json.readObject(json));
  }

  public String text(String name) {
    return (String) Objects.requireNonNull(fields.get(name), name);
  }

  public Optional<String> findText(String name) {
    return Optional.ofNullable((String) fields.get(name));
  }

  public long number(String name) {
    return ((Number) Objects.requireNonNull(fields.get(name), name)).longValue();
  }

  public int integer(String name) {
    return ((Number) Objects.requireNonNull(fields.get(name), name)).intValue();
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Returns the nested object. */
  @SuppressWarnings("unchecked") // written by the writer below
  public JsonFields fields(String name) {
    return new JsonFields((Map<String, Object>) Objects.requireNonNull(fields.get(name), name));
  }

  public Optional<JsonFields> findFields(String name) {
    return has(name) ? Optional.of(fields(name)) : Optional.empty();
  }

  /** Returns the texts by name; empty if there are none. */
  @SuppressWarnings("unchecked") // written as texts by the writer below
  public Map<String, String> texts(String name) {
    return (Map<String, String>) fields.getOrDefault(name, Map.of());
  }

  /** Writes one object. Absent values are omitted. */
  public static final class Writer {
    private static final int USUAL_LENGTH = 160;
    private static final HexFormat HEX = HexFormat.of();

    private final StringBuilder text = new StringBuilder(USUAL_LENGTH).append('{');

    public Writer put(String name, String value) {
      name(name);
      quote(value);
      return this;
    }

    public Writer put(String name, Optional<String> value) {
      return value.isPresent() ? put(name, value.get()) : this;
    }

    public Writer put(String name, long value) {
      name(name);
      text.append(value);
      return this;
    }

    /** Writes true if the condition holds, otherwise nothing. */
    public Writer putIf(String name, boolean isSo) {
      if (isSo) {
        name(name);
        text.append(true);
      }
      return this;
    }

    public Writer put(String name, Writer object) {
      name(name);
      text.append(object.text).append('}');
      return this;
    }

    public Writer putObject(String name, Optional<Writer> object) {
      return object.isPresent() ? put(name, object.get()) : this;
    }

    public Writer put(String name, Map<String, String> values) {
      if (!values.isEmpty()) {
        name(name);
        text.append(Json.text(values));
      }
      return this;
    }

    public String text() {
      return text + "}";
    }

    /** Writes a name, which never needs escaping because Florin chose it. */
    private void name(String name) {
      if (text.length() > 1) {
        text.append(',');
      }
      text.append('"').append(name).append("\":");
    }

    private void quote(String value) {
      text.append('"');
      int plain = 0;
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c < ' ' || c > '~' || c == '"' || c == '\\') {
          text.append(value, plain, i).append("\\u").append(HEX.toHexDigits(c));
          plain = i + 1;
        }
      }
      text.append(value, plain, value.length()).append('"');
    }
  }
}
