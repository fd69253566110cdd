package florin.clients;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document as the writers of the clients need it: schemas and operations by name. */
final class ApiDocument {
  /** A schema as a type: what a field, an element of a list or a parameter has. */
  sealed interface Type {}

  record Text() implements Type {}

  record Bool() implements Type {}

  record Whole(boolean wide) implements Type {}

  record Time() implements Type {}

  record Day() implements Type {}

  /** Any JSON. */
  record Anything() implements Type {}

  record Const(Object value) implements Type {}

  record Choice(List<String> values) implements Type {}

  record ListOf(Type element) implements Type {}

  record MapOf(Type value) implements Type {}

  /** A named object, enumeration or union. */
  record Named(String name) implements Type {}

  /** An id, or the object with this id. */
  record Expandable(String name) implements Type {}

  record Field(
      String name, Type type, boolean required, boolean nullable, @Nullable String description) {}

  /** A schema with a name. */
  sealed interface Schema {}

  record ObjectSchema(String name, @Nullable String description, List<Field> fields)
      implements Schema {}

  record EnumSchema(String name, @Nullable String description, List<String> values)
      implements Schema {}

  /**
   * A union of objects.
   *
   * @param field the field whose constant tells the objects apart, or null if none does
   * @param others other forms, such as an id
   */
  record UnionSchema(
      String name,
      @Nullable String description,
      @Nullable String field,
      List<String> objects,
      List<Type> others)
      implements Schema {}

  /**
   * An operation.
   *
   * @param group its resource, such as `payments`
   * @param name its name within the group, such as `create`
   * @param body the schema of a JSON body, or null
   * @param files the media types of a body that is a file
   * @param response the schema of a JSON response, or null
   * @param downloads the media types of a response that is a file
   * @param keyed whether it takes an idempotency key
   */
  record Operation(
      String id,
      String group,
      String name,
      String method,
      String path,
      @Nullable String summary,
      @Nullable String body,
      boolean bodyRequired,
      List<String> files,
      List<Field> query,
      @Nullable String response,
      List<String> downloads,
      boolean keyed) {
    boolean hasId() {
      return path.contains("{id}");
    }

    boolean isStream() {
      return downloads.contains("text/event-stream");
    }

    /** Returns the name of the type of its query. */
    String queryType() {
      return capital(id);
    }
  }

  /** Groups without whose name an id says nothing: `addToBlock` for `addToBlockList`. */
  private static final Set<String> NAMED_IN_FULL = Set.of("lists");

  private static final Pattern MEANING =
      Pattern.compile("^- `([^`]+)`: ([^\\n]+(?:\\n  [^\\n]+)*)", Pattern.MULTILINE);

  private static final Set<String> RESERVED = Set.of("import", "return");

  private final Map<String, Object> root;
  private final Map<String, Object> named;

  ApiDocument(Map<String, Object> root) {
    this.root = root;
    this.named = map(map(root, "components"), "schemas");
  }

  /** Returns the operations, without those of PATCH: each does the same as the POST of its path. */
  List<Operation> operations() {
    return all().stream().filter(it -> !it.method().equals("PATCH")).toList();
  }

  List<Operation> all() {
    var operations = new ArrayList<Operation>();
    map(root, "paths")
        .forEach((path, methods) -> {
          map(methods)
              .forEach((method, operation) -> {
                if (Set.of("get", "post", "patch", "delete").contains(method)) {
                  operations.add(operation(method.toUpperCase(Locale.ROOT), path, map(operation)));
                }
              });
        });
    return operations;
  }

  /** Returns the operations by group. */
  Map<String, List<Operation>> groups() {
    return operations().stream()
        .collect(Collectors.groupingBy(Operation::group, TreeMap::new, Collectors.toList()));
  }

  private Operation operation(String method, String path, Map<String, Object> operation) {
    String group = path.split("/")[2].replaceAll("\\..*", "");
    Map<String, Object> body = content(map(operation, "requestBody"));
    Map<String, Object> response = content(map(map(operation, "responses"), "200"));
    var query = new ArrayList<Field>();
    boolean keyed = false;
    for (Object each : list(operation, "parameters")) {
      Map<String, Object> parameter = resolved(map(each));
      String name = text(parameter, "name");
      keyed |= name.equals("Idempotency-Key");
      if ("query".equals(parameter.get("in"))) {
        boolean required = Boolean.TRUE.equals(parameter.get("required"));
        query.add(
            new Field(
                name,
                type(name, map(parameter, "schema")),
                required,
                false,
                string(parameter, "description")));
      }
    }
    String id = text(operation, "operationId");
    Map<String, Object> json = map(body, "application/json");
    return new Operation(
        id,
        camel(group),
        name(group, id),
        method,
        path,
        string(operation, "summary"),
        json.isEmpty() ? null : reference(map(json, "schema")),
        Boolean.TRUE.equals(map(operation, "requestBody").get("required")),
        body.keySet().stream().filter(it -> !it.equals("application/json")).toList(),
        query,
        reference(map(map(response, "application/json"), "schema")),
        response.keySet().stream()
            .filter(it ->
                !it.equals("application/json")
                    || reference(map(map(response, it), "schema")) == null)
            .toList(),
        keyed);
  }

  /** Returns the name without the resource: `create` for `createPayment` of `payments`. */
  static String name(String group, String id) {
    if (NAMED_IN_FULL.contains(group)) {
      return id;
    }
    String plural = capital(camel(group));
    String singular = plural.replaceAll("ies$", "y").replaceAll("xes$", "x").replaceAll("s$", "");
    String name = id.replaceAll("(Of)?(" + plural + "|" + singular + "(?=[A-Z]|$))", "");
    return RESERVED.contains(name) || !name.matches("[a-z]+([A-Z].*)?") ? id : name;
  }

  private static Map<String, Object> content(Map<String, Object> holder) {
    return map(holder, "content");
  }

  /** Returns the schemas that requests and responses use, by name. */
  Map<String, Schema> schemas() {
    var all = new LinkedHashMap<String, Schema>();
    named.forEach((name, schema) -> {
      Schema read = schema(name, map(schema));
      if (read != null && itemOfList(name) == null) {
        all.put(name, read);
      }
    });
    return all;
  }

  private @Nullable Schema schema(String name, Map<String, Object> schema) {
    String description = string(schema, "description");
    if (schema.containsKey("patternProperties")) {
      return null; // a map of texts
    }
    if (schema.get("properties") != null || isEmptyObject(schema)) {
      return new ObjectSchema(name, description, fields(schema));
    }
    if (schema.containsKey("enum")) {
      return new EnumSchema(name, description, values(schema));
    }
    List<Object> forms = forms(schema);
    if (forms.size() < 2 || isExpandable(forms)) {
      return null;
    }
    List<String> objects = new ArrayList<>();
    List<Type> others = new ArrayList<>();
    for (Object form : forms) {
      String target = reference(map(form));
      if (target != null && map(map(named, target), "properties").isEmpty()) {
        others.add(type(target, map(form)));
      } else {
        objects.add(requireNonNull(target));
      }
    }
    return new UnionSchema(name, description, discriminator(objects), objects, others);
  }

  private @Nullable String discriminator(List<String> objects) {
    for (String field : List.of("type", "object")) {
      if (objects.stream()
          .anyMatch(it -> map(map(map(named, it), "properties"), field).containsKey("const"))) {
        return field;
      }
    }
    return null;
  }

  /** Returns the constants of the field of a union, in the order of its objects. */
  List<String> constants(UnionSchema union) {
    return union.objects().stream()
        .map(it ->
            map(map(map(named, it), "properties"), requireNonNull(union.field())).get("const"))
        .map(String::valueOf)
        .toList();
  }

  List<Field> fields(String schema) {
    return fields(map(named, schema));
  }

  private List<Field> fields(Map<String, Object> schema) {
    List<Object> required = list(schema, "required");
    var fields = new ArrayList<Field>();
    map(schema, "properties")
        .forEach((name, value) -> {
          if (!(value instanceof Boolean)) { // `false` excludes the field
            Map<String, Object> property = map(value);
            fields.add(
                new Field(
                    name,
                    type(name, property),
                    required.contains(name),
                    isNullable(property),
                    string(property, "description")));
          }
        });
    return fields;
  }

  /** Returns the type of the elements if a schema is a page of a list. */
  @Nullable String itemOfList(String name) {
    Map<String, Object> properties = map(map(named, name), "properties");
    if (!"list".equals(map(properties, "object").get("const"))) {
      return null;
    }
    return reference(map(map(properties, "data"), "items"));
  }

  private Type type(String name, Map<String, Object> schema) {
    String target = reference(schema);
    if (target != null) {
      Map<String, Object> to = map(named, target);
      if (isExpandable(forms(to))) {
        return new Expandable(requireNonNull(reference(map(forms(to).get(1)))));
      }
      return target.equals("Time")
          ? new Time()
          : schema(target, to) == null ? type(target, to) : new Named(target);
    }
    List<Object> forms = forms(schema);
    if (forms.size() == 1) {
      return type(name, map(forms.getFirst()));
    }
    if (schema.containsKey("enum") && values(schema).size() > 1) {
      return primitive(schema).equals("integer") ? new Whole(false) : new Choice(values(schema));
    }
    if (schema.containsKey("const")) {
      return new Const(requireNonNull(schema.get("const")));
    }
    return switch (primitive(schema)) {
      case "string" -> "date".equals(schema.get("format")) ? new Day() : new Text();
      case "boolean" -> new Bool();
      case "integer" ->
          isTime(name, schema) ? new Time() : new Whole("int64".equals(schema.get("format")));
      case "array" -> new ListOf(type(name, map(schema, "items")));
      case "object" -> {
        String title = string(schema, "title");
        if (title != null) {
          yield new Named(title);
        }
        if (schema.containsKey("patternProperties")) {
          yield new MapOf(new Text());
        }
        Map<String, Object> values = map(schema, "additionalProperties");
        yield values.isEmpty() ? new MapOf(new Anything()) : new MapOf(type(name, values));
      }
      default -> new Anything();
    };
  }

  /** Returns the objects that have a title instead of a name, by title. */
  Map<String, ObjectSchema> titled() {
    var all = new LinkedHashMap<String, ObjectSchema>();
    named
        .values()
        .forEach(schema -> {
          map(map(schema), "properties")
              .values()
              .forEach(value -> {
                if (value instanceof Map<?, ?> && !map(map(value), "properties").isEmpty()) {
                  String title = text(map(value), "title");
                  all.put(
                      title,
                      new ObjectSchema(
                          title, string(map(value), "description"), fields(map(value))));
                }
              });
        });
    return all;
  }

  private static boolean isTime(String name, Map<String, Object> schema) {
    return "int64".equals(schema.get("format"))
        && name.matches(".*_at|due_by.*|created.*|completed|next_attempt");
  }

  private static boolean isEmptyObject(Map<String, Object> schema) {
    return "object".equals(schema.get("type"))
        && Boolean.FALSE.equals(schema.get("additionalProperties"));
  }

  private boolean isExpandable(List<Object> forms) {
    return forms.size() == 2
        && reference(map(forms.get(0))) != null
        && reference(map(forms.get(1))) != null
        && map(map(named, requireNonNull(reference(map(forms.get(0))))), "properties").isEmpty()
        && forms.stream().noneMatch(it -> reference(map(it)) == null)
        && requireNonNull(reference(map(forms.get(0)))).equals(reference(map(forms.get(1))) + "Id");
  }

  /** Returns the forms of a union that are not null. */
  private static List<Object> forms(Map<String, Object> schema) {
    Object forms = schema.containsKey("oneOf") ? schema.get("oneOf") : schema.get("anyOf");
    return forms == null
        ? List.of()
        : ((List<?>) forms)
            .stream()
                .filter(it -> !"null".equals(map(it).get("type")))
                .map(Object.class::cast)
                .toList();
  }

  private boolean isNullable(Map<String, Object> schema) {
    String target = reference(schema);
    if (target != null) {
      return isNullable(map(named, target));
    }
    Object forms = schema.containsKey("oneOf") ? schema.get("oneOf") : schema.get("anyOf");
    if (forms instanceof List<?> all) {
      return all.stream().anyMatch(it -> "null".equals(map(it).get("type")));
    }
    return schema.get("type") instanceof List<?> types && types.contains("null");
  }

  private static String primitive(Map<String, Object> schema) {
    Object type = schema.get("type");
    if (type instanceof List<?> types) {
      return types.stream().map(String::valueOf).filter(it -> !it.equals("null")).findFirst().get();
    }
    return String.valueOf(type);
  }

  private static List<String> values(Map<String, Object> schema) {
    return list(schema, "enum").stream().filter(it -> it != null).map(String::valueOf).toList();
  }

  /** Returns the schemas that these reach, with themselves. */
  Set<String> reachable(Set<String> from) {
    var reached = new TreeSet<String>();
    var open = new ArrayList<>(from);
    Map<String, Schema> all = schemas();
    Map<String, ObjectSchema> titled = titled();
    while (!open.isEmpty()) {
      String name = open.removeLast();
      String item = itemOfList(name);
      if (item != null) {
        open.add(item);
      } else if (reached.add(name)) {
        Schema schema = titled.containsKey(name) ? titled.get(name) : all.get(name);
        if (schema instanceof ObjectSchema object) {
          object.fields().forEach(field -> open.addAll(names(field.type())));
        } else if (schema instanceof UnionSchema union) {
          open.addAll(union.objects());
        }
      }
    }
    return reached;
  }

  private static List<String> names(Type type) {
    return switch (type) {
      case Named it -> List.of(it.name());
      case Expandable it -> List.of(it.name());
      case ListOf it -> names(it.element());
      case MapOf it -> names(it.value());
      default -> List.of();
    };
  }

  private static @Nullable String reference(Map<String, Object> schema) {
    String target = string(schema, "$ref");
    return target == null ? null : target.substring(target.lastIndexOf('/') + 1);
  }

  private Map<String, Object> resolved(Map<String, Object> node) {
    String target = string(node, "$ref");
    Map<String, Object> at = target == null ? node : root;
    if (target != null) {
      for (String step : target.substring(2).split("/")) {
        at = map(at, step);
      }
    }
    return at;
  }

  static String camel(String name) {
    String[] words = name.replaceAll("[^A-Za-z0-9]+", " ").strip().split(" ");
    return words[0]
        + Arrays.stream(words).skip(1).map(ApiDocument::capital).collect(Collectors.joining());
  }

  static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  /** Returns the first sentence of a description as plain text, or an empty text. */
  static String sentence(@Nullable String description) {
    if (description == null) {
      return "";
    }
    String plain = description.strip().split("\n\n")[0].replaceAll("\\s+", " ");
    if (plain.startsWith("|") || plain.startsWith("- ")) {
      return "";
    }
    String first = plain.split("(?<=[^.][a-z`0-9)][.])\\s(?=[A-Z`])")[0];
    return first.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("*/", "").strip();
  }

  /** Returns the texts of a list in a description, such as "- `card`: a card", by its values. */
  static Map<String, String> meanings(@Nullable String description) {
    var all = new LinkedHashMap<String, String>();
    if (description != null) {
      Matcher item = MEANING.matcher(description);
      while (item.find()) {
        String text = capital(item.group(2).strip());
        all.put(item.group(1), text.endsWith(".") ? text : text + ".");
      }
    }
    return all;
  }

  private static String text(Map<String, Object> node, String name) {
    return (String) requireNonNull(node.get(name), name);
  }

  private static @Nullable String string(Map<String, Object> node, String name) {
    return (String) node.get(name);
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Map<String, Object> node, String name) {
    Object value = node.get(name);
    return value == null ? List.of() : (List<Object>) value;
  }

  private static Map<String, Object> map(Map<String, Object> node, String name) {
    return map(node.get(name));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
  }
}
