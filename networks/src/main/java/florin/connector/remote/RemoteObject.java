package florin.connector.remote;

import florin.http.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A JSON object of a provider. A field that is missing or of another type is empty. */
public final class RemoteObject {
  public static final RemoteObject EMPTY = new RemoteObject(Map.of());

  private final Map<?, ?> fields;

  private RemoteObject(Map<?, ?> fields) {
    this.fields = fields;
  }

  /** Returns an object with this one as its only field. */
  public RemoteObject within(String field) {
    return new RemoteObject(Map.of(field, fields));
  }

  /** Parses a JSON object. Returns empty for other text. */
  public static Optional<RemoteObject> parse(String json) {
    try {
      return Optional.of(new RemoteObject(Json.readObject(json)));
    } catch (RuntimeException malformed) {
      return Optional.empty();
    }
  }

  /** Returns the names of the fields. */
  List<String> names() {
    return fields.keySet().stream().map(String::valueOf).toList();
  }

  /** Returns the JSON of an object for a request. */
  public static String write(Map<String, ?> object) {
    return Json.text(object);
  }

  /** Returns the bytes of memory that parsing a part of a body takes at most. */
  static int weight(byte[] part) {
    return Json.weight(part);
  }

  /**
   * Returns a text.
   *
   * @param path the names of the fields, from the outermost
   */
  public Optional<String> text(String... path) {
    return find(path) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  public OptionalLong number(String... path) {
    return switch (find(path)) {
      case Integer number -> OptionalLong.of(number);
      case Long number -> OptionalLong.of(number);
      case null, default -> OptionalLong.empty();
    };
  }

  public Optional<Boolean> flag(String... path) {
    return find(path) instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
  }

  public boolean is(String... path) {
    return flag(path).orElse(false);
  }

  public Optional<RemoteObject> object(String... path) {
    return find(path) instanceof Map<?, ?> object
        ? Optional.of(new RemoteObject(object))
        : Optional.empty();
  }

  /** Returns the objects of a list, without elements of other types. */
  public List<RemoteObject> objects(String... path) {
    return find(path) instanceof List<?> list
        ? list.stream()
            .flatMap(it ->
                it instanceof Map<?, ?> object
                    ? Stream.of(new RemoteObject(object))
                    : Stream.empty())
            .toList()
        : List.of();
  }

  /** Returns the id in a field that may be expanded: the object's own id, or the text. */
  public Optional<String> id(String field) {
    return text(field).or(() -> text(field, "id"));
  }

  private @Nullable Object find(String... path) {
    Object at = fields;
    for (String field : path) {
      at = at instanceof Map<?, ?> object ? object.get(field) : null;
    }
    return at;
  }

  /** Returns only its id at the provider, because it may hold a payer's data. */
  @Override
  public String toString() {
    return text("id").or(() -> text("object")).orElse("an object of the provider");
  }
}
