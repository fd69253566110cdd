package florin.http;

import florin.core.Bounds;
import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.MetadataChange;
import florin.core.Problem.BadParameters;
import florin.core.Problem.ParameterError;
import florin.http.Format.JsonKind;
import florin.http.Format.Reading;
import florin.http.Format.TextOrObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads an input record from a JSON object or a query, and finds all errors of a request, not only
 * the first.
 *
 * <pre>{@code
 * var params = Params.of(exchange.json());
 * long amount = params.required("amount", AMOUNT);
 * Optional<String> description = params.optional("description", Format.paragraph(1000));
 * return params.build(() -> new CreatePayment(amount, description));
 * }</pre>
 *
 * <p>An accessor that finds an error records it and returns the format's placeholder, so that
 * reading continues. {@link #build} then throws one rejection with every error, in the order of
 * reading, followed by unknown parameters. So a caller must not act on values that it reads before
 * `build`. `null` counts as absent. Messages never quote a value.
 */
public final class Params {
  private static final Format<String> KEY = Format.line(MetadataChange.MAX_KEY_LENGTH);
  private static final Format<String> VALUE = Format.paragraph(MetadataChange.MAX_VALUE_LENGTH);

  private final ObjectNode fields;
  private final String path;
  private final boolean textual;
  private final Errors errors;
  private final Set<String> asked = new LinkedHashSet<>();
  private final List<Params> children = new ArrayList<>();

  /**
   * Set if the object itself is missing or invalid: that is one error, and its missing fields are
   * not errors too.
   */
  private final boolean silent;

  private Params(ObjectNode fields, String path, boolean textual, boolean silent, Errors errors) {
    this.fields = fields;
    this.path = path;
    this.textual = textual;
    this.silent = silent;
    this.errors = errors;
  }

  public static Params of(ObjectNode body) {
    return new Params(body, "", false, false, new Errors());
  }

  public static Params of(Query query) {
    return new Params(query.tree(), "", true, false, new Errors());
  }

  public <T> T required(String name, Format<T> format) {
    JsonNode value = find(name);
    if (value == null) {
      missing(name);
      return format.placeholder();
    }
    return read(pathOf(name), value, format).orElse(format.placeholder());
  }

  public <T> Optional<T> optional(String name, Format<T> format) {
    JsonNode value = find(name);
    return value == null ? Optional.empty() : read(pathOf(name), value, format);
  }

  /**
   * Returns the elements, empty if absent. The elements' errors are named `name[0]`, `name[1]`, …,
   * in a query `name[]`.
   */
  public <T> List<T> list(String name, Format<T> format, int maxSize) {
    return switch (find(name)) {
      case null -> List.of();
      case ArrayNode array when array.size() <= maxSize -> elements(name, array, format);
      case ArrayNode _ -> {
        wrong(name, "must have at most " + maxSize + " elements.");
        yield List.of();
      }
      case JsonNode other -> {
        wrong(name, expected("an array", other));
        yield List.of();
      }
    };
  }

  /** Returns whether the parameter is `[]`, for parameters that must not be empty. */
  public boolean isEmptyList(String name) {
    return find(name) instanceof ArrayNode array && array.isEmpty();
  }

  public Params requiredObject(String name) {
    return switch (find(name)) {
      case null -> {
        missing(name);
        yield unreadable(name);
      }
      case ObjectNode object -> child(name, object, false);
      case JsonNode other -> {
        wrong(name, expected("an object", other));
        yield unreadable(name);
      }
    };
  }

  /** Returns the objects of an array, for the caller to read each; empty if absent. */
  public List<Params> objects(String name, int maxSize) {
    return switch (find(name)) {
      case null -> List.of();
      case ArrayNode array when array.size() <= maxSize -> {
        var objects = new ArrayList<Params>(array.size());
        for (int i = 0; i < array.size(); i++) {
          element(name + "[" + i + "]", array.get(i)).ifPresent(objects::add);
        }
        yield List.copyOf(objects);
      }
      case ArrayNode _ -> {
        wrong(name, "must have at most " + maxSize + " elements.");
        yield List.of();
      }
      case JsonNode other -> {
        wrong(name, expected("an array", other));
        yield List.of();
      }
    };
  }

  private Optional<Params> element(String at, JsonNode element) {
    if (element instanceof ObjectNode object) {
      return Optional.of(child(at, object, false));
    }
    wrong(at, expected("an object", element));
    return Optional.empty();
  }

  public Optional<Params> optionalObject(String name) {
    return find(name) == null ? Optional.empty() : Optional.of(requiredObject(name));
  }

  public TextOrObject requiredTextOrObject(String name) {
    return switch (find(name)) {
      case null -> {
        missing(name);
        yield new TextOrObject.OfObject(unreadable(name));
      }
      case ObjectNode object -> new TextOrObject.OfObject(child(name, object, false));
      case JsonNode text when text.isString() -> new TextOrObject.OfText(text.stringValue());
      case JsonNode other -> {
        wrong(name, expected("an object or a string", other));
        yield new TextOrObject.OfObject(unreadable(name));
      }
    };
  }

  /**
   * Returns the change of the field `metadata`; {@link MetadataChange#NONE} if absent, and for
   * `null` the change that removes all of it.
   *
   * @param look a further check of its keys and values
   */
  public MetadataChange metadata(UnaryOperator<Format<String>> look) {
    if (mentions("metadata") && find("metadata") == null) {
      return MetadataChange.CLEAR;
    }
    return optionalObject("metadata")
        .map(object -> object.metadataKeys(look))
        .orElse(MetadataChange.NONE);
  }

  /**
   * Reads `name=5`, or `name[gt|gte|lt|lte]=5` in any combination; {@link Bounds#NONE} if absent.
   */
  public Bounds bounds(String name, Range range) {
    return bounds(name, Format.integer(range));
  }

  /** Reads bounds of a value that a number represents, such as a day. */
  public Bounds bounds(String name, Format<Long> format) {
    if (!(find(name) instanceof ObjectNode)) {
      return optional(name, format).map(Bounds::exactly).orElse(Bounds.NONE);
    }
    Params ends = requiredObject(name);
    Bounds bounds = Bounds.NONE;
    for (Bounds.Comparison comparison : Bounds.Comparison.values()) {
      bounds =
          ends.optional(comparison.text(), format)
              .map(comparison::bounds)
              .orElse(Bounds.NONE)
              .and(bounds);
    }
    return bounds;
  }

  /** Returns whether the request gives the parameter a value. */
  public boolean has(String name) {
    return find(name) != null;
  }

  /** Returns whether the request names the parameter at all, even with `null`. */
  public boolean mentions(String name) {
    asked.add(name);
    return fields.has(name);
  }

  /**
   * Returns whether the request clears the parameter: it is present, and `null` or the empty
   * string.
   */
  public boolean clears(String name) {
    asked.add(name);
    JsonNode value = fields.get(name);
    return value != null && (value.isNull() || value.stringValue("none").isEmpty());
  }

  /**
   * Returns whether the request clears a parameter that is an object: it is present, and `null`.
   */
  public boolean clearsObject(String name) {
    asked.add(name);
    JsonNode value = fields.get(name);
    return value != null && value.isNull();
  }

  /** Returns the change of an optional field in an update: `null` and the empty string clear it. */
  public <T> Field<T> field(String name, Format<T> format) {
    if (clears(name)) {
      return new Field.Clear<>();
    }
    return optional(name, format).<Field<T>>map(Field.Set::new).orElseGet(Field.Keep::new);
  }

  /**
   * Reads the field `metadata` as a filter, `metadata[key]=value`. Invalid keys and values are
   * errors.
   *
   * @param look a further check of its keys and values
   */
  public Map<String, String> metadataFilter(UnaryOperator<Format<String>> look) {
    Format<String> values = look.apply(VALUE);
    var wanted = new LinkedHashMap<String, String>();
    readKeys(
        "metadata",
        look.apply(KEY),
        (object, key) -> object.optional(key, values).ifPresent(value -> wanted.put(key, value)));
    return wanted;
  }

  /**
   * Reads a change of an object of strings, with the rules of metadata keys: `null` and the empty
   * string clear a key.
   */
  public Map<String, Field<String>> fields(String name, Format<String> format) {
    var all = new LinkedHashMap<String, Field<String>>();
    readKeys(name, KEY, (object, key) -> all.put(key, object.field(key, format)));
    return all;
  }

  private void readKeys(String name, Format<String> keys, BiConsumer<Params, String> reader) {
    Optional<Params> object = optionalObject(name);
    if (object.isEmpty()) {
      return;
    }
    for (String key : object.get().fields.propertyNames()) {
      if (object.get().isKey(key, object.get().pathOf(MaskedName.of(key)), keys)) {
        reader.accept(object.get(), key);
      }
    }
  }

  /** Rejects known parameters that this call can't change. */
  public void notUpdatable(String... names) {
    for (String name : names) {
      if (mentions(name)) {
        error(name, ErrorCode.PARAMETER_NOT_UPDATABLE, "cannot be changed.");
      }
    }
  }

  /** Rejects two mutually exclusive parameters. */
  public void exclusive(String one, String other) {
    if (find(one) != null && find(other) != null) {
      error(
          one,
          ErrorCode.PARAMETERS_EXCLUSIVE,
          "and " + pathOf(other) + " are mutually exclusive. Send only one of them.");
    }
  }

  /**
   * Records an error that only the caller can detect.
   *
   * @param phrase follows the parameter's path: "must be …"; it ends with a period and quotes no
   *     value
   */
  public void error(String name, ErrorCode code, String phrase) {
    note(pathOf(name), code, phrase);
  }

  public boolean hasErrors() {
    return errors.count > 0;
  }

  /** Returns the path of a parameter of this object, for example `payment_method.card.number`. */
  public String pathOf(String name) {
    if (path.isEmpty()) {
      return name;
    }
    return textual ? path + "[" + name + "]" : path + "." + name;
  }

  /** Returns the record, or throws the rejection with all errors. */
  public <T> T build(Supplier<T> record) {
    done();
    return record.get();
  }

  /** Throws the rejection with all errors, if there is one. */
  public void done() {
    noteUnknown();
    if (hasErrors()) {
      throw new BadParameters(errors.first, errors.count - errors.first.size()).refusal();
    }
  }

  private void noteUnknown() {
    fields.propertyNames().stream()
        .filter(name -> !asked.contains(name))
        .forEach(name ->
            note(
                () -> pathOf(MaskedName.of(name)),
                ErrorCode.PARAMETER_UNKNOWN,
                "is not a parameter of this request." + didYouMean(name)));
    children.forEach(Params::noteUnknown);
  }

  /** Returns a suggestion, but only while the error will be shown. */
  private String didYouMean(String name) {
    return errors.isFull()
        ? ""
        : NearName.find(name, asked.stream().filter(known -> !fields.has(known)).toList())
            .map(known -> " Did you mean " + pathOf(known) + "?")
            .orElse("");
  }

  private MetadataChange metadataKeys(UnaryOperator<Format<String>> look) {
    Format<String> keys = look.apply(KEY);
    Format<String> values = look.apply(VALUE);
    var set = new LinkedHashMap<String, String>();
    var removed = new LinkedHashSet<String>();
    for (Map.Entry<String, JsonNode> entry : fields.properties()) {
      String key = entry.getKey();
      String keyPath = path + "[" + MaskedName.of(key) + "]";
      if (!isKey(key, keyPath, keys)) {
        continue;
      }
      if (entry.getValue().isNull()) {
        removed.add(key);
      } else {
        read(keyPath, entry.getValue(), values).ifPresent(value -> set.put(key, value));
      }
    }
    set.entrySet().stream()
        .filter(e -> e.getValue().isEmpty())
        .forEach(e -> removed.add(e.getKey()));
    set.keySet().removeAll(removed);
    if (set.size() > MetadataChange.MAX_KEYS) {
      note(
          path,
          ErrorCode.PARAMETER_INVALID,
          "must have at most " + MetadataChange.MAX_KEYS + " keys.");
    }
    return new MetadataChange(set, removed);
  }

  /**
   * Returns whether it is a valid metadata key, and otherwise records an error. PostgreSQL can't
   * store NUL.
   */
  private boolean isKey(String key, String at, Format<String> keys) {
    asked.add(key);
    if (key.isEmpty()
        || Texts.check(key, MetadataChange.MAX_KEY_LENGTH, false) instanceof Reading.Wrong) {
      note(
          at,
          ErrorCode.PARAMETER_INVALID,
          "must have a key of 1 to " + MetadataChange.MAX_KEY_LENGTH + " characters on one line.");
      return false;
    }
    if (keys.reader().read(JsonNodeFactory.instance.stringNode(key), textual)
        instanceof Reading.Wrong<String>(ErrorCode code, String phrase)) {
      note(path, code, "has a key that " + phrase);
      return false;
    }
    return true;
  }

  private <T> List<T> elements(String name, ArrayNode array, Format<T> format) {
    var elements = new ArrayList<T>(array.size());
    for (int i = 0; i < array.size(); i++) {
      String at = pathOf(name) + (textual ? "[]" : "[" + i + "]");
      JsonNode element = array.get(i);
      read(at, element, format).ifPresent(elements::add);
    }
    return List.copyOf(elements);
  }

  private <T> Optional<T> read(String at, JsonNode value, Format<T> format) {
    return switch (format.reader().read(value, textual)) {
      case Reading.Good<T>(T good) -> Optional.of(good);
      case Reading.Wrong<T>(ErrorCode code, String phrase) -> {
        note(at, code, phrase);
        yield Optional.empty();
      }
    };
  }

  private @Nullable JsonNode find(String name) {
    asked.add(name);
    JsonNode value = fields.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private Params child(String name, ObjectNode object, boolean childSilent) {
    var child = new Params(object, pathOf(name), textual, silent || childSilent, errors);
    children.add(child);
    return child;
  }

  private Params unreadable(String name) {
    return child(name, JsonNodeFactory.instance.objectNode(), true);
  }

  private void missing(String name) {
    error(name, ErrorCode.PARAMETER_MISSING, "is required.");
  }

  private void wrong(String name, String phrase) {
    error(name, ErrorCode.PARAMETER_INVALID, phrase);
  }

  private String expected(String what, JsonNode got) {
    return "must be " + what + (textual ? "." : "; got " + JsonKind.of(got) + ".");
  }

  private void note(String at, ErrorCode code, String phrase) {
    note(() -> at, code, phrase);
  }

  private void note(Supplier<String> at, ErrorCode code, String phrase) {
    if (!silent) {
      errors.add(at, code, phrase);
    }
  }

  /** All errors of a request: the first ones in full, the others as a number. */
  private static final class Errors {
    private final List<ParameterError> first = new ArrayList<>();
    private int count;

    boolean isFull() {
      return first.size() >= BadParameters.MAX_ERRORS;
    }

    void add(Supplier<String> at, ErrorCode code, String phrase) {
      count++;
      if (!isFull()) {
        String param = at.get();
        first.add(new ParameterError(param, code, param + " " + phrase));
      }
    }
  }
}
