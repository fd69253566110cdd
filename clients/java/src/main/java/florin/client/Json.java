package florin.client;

import florin.client.FlorinException.Unreadable;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Writes requests as JSON, and reads responses into records. */
final class Json {
  private static final Map<Class<?>, Map<String, Enum<?>>> CONSTANTS = new ConcurrentHashMap<>();

  private Json() {}

  static String write(@Nullable Object value) {
    var out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(@Nullable Object value, StringBuilder out) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Params<?> params) {
      write(params.fields(), out);
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        quote(String.valueOf(entry.getKey()), out.append(separator));
        write(entry.getValue(), out.append(':'));
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object each : list) {
        write(each, out.append(separator));
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Instant time) {
      out.append(time.getEpochSecond());
    } else if (value instanceof Enum<?> constant) {
      quote(value(constant), out);
    } else if (value instanceof Record of) {
      write(fields(of), out);
    } else {
      quote(value.toString(), out);
    }
  }

  private static Map<String, Object> fields(Record of) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (RecordComponent component : of.getClass().getRecordComponents()) {
      try {
        Object value = component.getAccessor().invoke(of);
        if (value != null) {
          fields.put(snake(component.getName()), value);
        }
      } catch (ReflectiveOperationException failed) {
        throw new IllegalStateException(failed);
      }
    }
    return fields;
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Returns the JSON value of a constant. */
  static String value(Enum<?> constant) {
    if (constant.name().equals("UNRECOGNIZED")) {
      throw new IllegalArgumentException("UNRECOGNIZED can't be sent. Nothing was sent.");
    }
    return named(constant);
  }

  private static String named(Enum<?> constant) {
    try {
      Value value =
          constant.getDeclaringClass().getField(constant.name()).getAnnotation(Value.class);
      return value == null ? constant.name().toLowerCase(Locale.ROOT) : value.value();
    } catch (NoSuchFieldException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Reads JSON into a record.
   *
   * @throws Unreadable if it is no JSON, or a required field is missing
   */
  static <T> T read(String json, Class<T> type) {
    return type.cast(convert(parse(json), type, type.getSimpleName()));
  }

  /** Reads JSON into maps, lists, texts, longs, doubles and booleans. */
  static @Nullable Object parse(String json) {
    return new JsonParser(json).parse();
  }

  /** Converts parsed JSON into a type of the model. */
  static @Nullable Object convert(@Nullable Object json, Type type, String path) {
    if (json == null || type == Object.class) {
      return json;
    }
    try {
      if (type instanceof ParameterizedType of) {
        return converted(json, of, path);
      }
      Class<?> to = (Class<?>) type;
      if (to == Instant.class) {
        return Instant.ofEpochSecond((Long) json);
      } else if (to == LocalDate.class) {
        return LocalDate.parse((String) json);
      } else if (to == int.class || to == Integer.class) {
        return Math.toIntExact((Long) json);
      } else if (to.isEnum()) {
        return constant(to, (String) json);
      } else if (to.isRecord()) {
        return record(object(json), to, path);
      } else if (to.isAnnotationPresent(OneOf.class)) {
        return union(object(json), to.getAnnotation(OneOf.class), path);
      }
      return (to.isPrimitive() ? primitive(to) : to).cast(json);
    } catch (ClassCastException | ArithmeticException | java.time.DateTimeException other) {
      throw new Unreadable("The response has another type of value than expected at " + path + ".");
    }
  }

  private static Class<?> primitive(Class<?> type) {
    return type == long.class ? Long.class : Boolean.class;
  }

  private static Object converted(Object json, ParameterizedType type, String path) {
    Type element = type.getActualTypeArguments()[type.getRawType() == Map.class ? 1 : 0];
    if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (Object each : (List<?>) json) {
        list.add(convert(each, element, path + "[]"));
      }
      return java.util.Collections.unmodifiableList(list);
    }
    if (type.getRawType() == Map.class) {
      Map<String, Object> map = new LinkedHashMap<>();
      object(json)
          .forEach((name, value) -> map.put(name, convert(value, element, path + "." + name)));
      return java.util.Collections.unmodifiableMap(map);
    }
    return json instanceof String id
        ? new Expandable<>(id, null)
        : new Expandable<>((String) object(json).get("id"), convert(json, element, path));
  }

  private static Object record(Map<String, Object> json, Class<?> type, String path) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      String name = snake(components[i].getName());
      values[i] = convert(json.get(name), components[i].getGenericType(), path + "." + name);
      if (values[i] == null && !isNullable(components[i])) {
        throw new Unreadable("The response has no value at " + path + "." + name + ".");
      }
    }
    return create(type, values);
  }

  private static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Object create(Class<?> type, Object... values) {
    try {
      Class<?>[] types =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException("The record " + type + " can't be created.", failed);
    }
  }

  private static Object union(Map<String, Object> json, OneOf union, String path) {
    int index = Arrays.asList(union.values()).indexOf(json.get(union.field()));
    return index < 0 ? create(union.otherwise(), json) : record(json, union.types()[index], path);
  }

  private static Enum<?> constant(Class<?> type, String value) {
    Map<String, Enum<?>> constants =
        CONSTANTS.computeIfAbsent(
            type,
            it -> {
              Map<String, Enum<?>> all = new LinkedHashMap<>();
              for (Object constant : it.getEnumConstants()) {
                all.put(named((Enum<?>) constant), (Enum<?>) constant);
              }
              return all;
            });
    Enum<?> found = constants.get(value);
    return found != null ? found : constants.get("unrecognized");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object json) {
    return (Map<String, Object>) json;
  }

  /** Returns the JSON name of a component: {@code receipt_url} for {@code receiptUrl}. */
  static String snake(String name) {
    var out = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        out.append('_');
      }
      out.append(Character.toLowerCase(c));
    }
    return out.toString();
  }
}
