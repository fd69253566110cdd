package emulator.mollie;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import emulator.provider.Form;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Mollie's OpenAPI document, as Mollie publishes it: `specs.yaml` in the repository
 * `mollie/openapi`. It is not a part of this project. The tests read it from `target/mollie`, or
 * from the file that `-Dmollie.openapi` names.
 */
final class Spec {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Path FOLDER = Path.of("target", "mollie");
  private static final Optional<Spec> PUBLISHED = file().map(Spec::read);

  /** Errors of Mollie's guide, which the document doesn't repeat for each operation. */
  private static final Set<Integer> GENERAL =
      Set.of(400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 503);

  private final JsonNode root;
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<JsonNode, Schema> compiled = new HashMap<>();
  private final Set<String> checked = new TreeSet<>();

  private Spec(JsonNode root) {
    allowNulls(root);
    this.root = root;
  }

  /** Adds null to the values of fields that can be null, which the document omits. */
  private static void allowNulls(JsonNode node) {
    JsonNode types = node.path("type");
    boolean isNullable = types.valueStream().anyMatch(type -> type.asString("").equals("null"));
    if (isNullable && node.get("enum") instanceof ArrayNode values) {
      values.addNull();
    }
    node.forEach(Spec::allowNulls);
  }

  /** Returns the document, or empty if it isn't there. */
  static Optional<Spec> find() {
    return PUBLISHED;
  }

  private static Optional<Path> file() {
    return Stream.concat(
            Stream.ofNullable(System.getProperty("mollie.openapi")).map(Path::of),
            Stream.of("specs.json", "specs.yaml").map(FOLDER::resolve))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Spec read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      if (file.toString().endsWith(".json")) {
        return new Spec(JSON.readTree(in));
      }
      var settings =
          LoadSettings.builder().setCodePointLimit(1 << 26).setSchema(new JsonSchema()).build();
      return new Spec(JSON.valueToTree(new Load(settings).loadFromInputStream(in)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the operations that were checked with a success, for example `get /v2/payments`. */
  Set<String> checked() {
    return Set.copyOf(checked);
  }

  /**
   * Returns what is not as the document says, in a response, and in the request if it was
   * successful.
   *
   * @param target the path with the query
   * @param body of the request, or empty
   */
  synchronized List<String> problems(
      String method, String target, String body, int status, String response) {
    var problems = new ArrayList<String>();
    String path = target.replaceFirst("\\?.*", "");
    Optional<Map.Entry<String, JsonNode>> found = operation(method, path);
    if (found.isEmpty()) {
      return status >= 400 ? List.of() : List.of("there is no " + method + " " + path);
    }
    JsonNode operation = found.get().getValue();
    JsonNode documented = resolved(operation.path("responses").path("" + status));
    JsonNode schema = documented.at("/content/application~1hal+json/schema");
    if (documented.isMissingNode() && GENERAL.contains(status)) {
      schema = root.at("/components/schemas/error-response");
    } else if (documented.isMissingNode()) {
      problems.add("the status " + status + " is not documented");
    }
    if (schema.isMissingNode() != response.isEmpty()) {
      problems.add("the response has a body, or none, unlike the document");
    } else if (!response.isEmpty()) {
      check("response", schema, JSON.readTree(response), problems);
    }
    if (status < 400) {
      checked.add(method.toLowerCase(Locale.ROOT) + " " + found.get().getKey());
      checkRequest(operation, target, body, problems);
    }
    return problems;
  }

  private Optional<Map.Entry<String, JsonNode>> operation(String method, String path) {
    return root.get("paths").properties().stream()
        .filter(one -> path.matches(one.getKey().replaceAll("\\{[^}]*}", "[^/]+")))
        .filter(one -> one.getValue().has(method.toLowerCase(Locale.ROOT)))
        .min(Comparator.comparing(one -> one.getKey().contains("{")))
        .map(one -> Map.entry(one.getKey(), one.getValue().get(method.toLowerCase(Locale.ROOT))));
  }

  private void checkRequest(JsonNode operation, String target, String body, List<String> problems) {
    if (target.contains("?")) {
      for (String name : Form.decode(target.substring(target.indexOf('?') + 1)).values().keySet()) {
        boolean isKnown =
            operation
                .path("parameters")
                .valueStream()
                .map(this::parameter)
                .anyMatch(known -> name.equals(known) || name.startsWith(known + "["));
        if (!isKnown) {
          problems.add("the query parameter " + name + " is not documented");
        }
      }
    }
    JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
    if (!body.isEmpty() && !schema.isMissingNode()) {
      JsonNode json = JSON.readTree(body);
      // The document lists read-only fields as required, as OpenAPI allows.
      problems.addAll(
          errors(schema, json).stream()
              .filter(error -> !error.contains("required property"))
              .map(error -> "request " + error)
              .toList());
      addUnknown("request", schema, json, problems);
    }
  }

  private String parameter(JsonNode parameter) {
    JsonNode whole = parameter.has("name") ? parameter : resolved(parameter);
    return whole.path("name").stringValue("");
  }

  private void check(String what, JsonNode schema, JsonNode value, List<String> problems) {
    errors(schema, value).forEach(error -> problems.add(what + " " + error));
    addUnknown(what, schema, value, problems);
    value
        .path("_embedded")
        .properties()
        .forEach(list -> {
          JsonNode items =
              resolved(schema).at("/properties/_embedded/properties/" + list.getKey() + "/items");
          list.getValue().forEach(item -> addUnknown(what, items, item, problems));
        });
  }

  /** Adds fields that the document doesn't have, which a schema alone allows. */
  private void addUnknown(String what, JsonNode schema, JsonNode value, List<String> problems) {
    Set<String> known = new TreeSet<>();
    addFields(schema, known);
    known.add("_embedded");
    for (String name : schema.isMissingNode() ? List.<String>of() : value.propertyNames()) {
      if (!known.contains(name)) {
        problems.add(what + " has the unknown field " + name);
      }
    }
    JsonNode details = value.path("details");
    if (known.contains("details") && details.isObject()) {
      Set<String> all = new TreeSet<>();
      addFields(field(schema, "details"), all);
      details.propertyNames().stream()
          .filter(name -> !all.contains(name))
          .forEach(name -> problems.add(what + " has the unknown field details." + name));
    }
  }

  private JsonNode field(JsonNode schema, String name) {
    JsonNode whole = resolved(schema);
    if (whole.path("properties").has(name)) {
      return whole.get("properties").get(name);
    }
    return whole
        .path("allOf")
        .valueStream()
        .map(part -> field(part, name))
        .filter(part -> !part.isMissingNode())
        .findFirst()
        .orElse(JSON.missingNode());
  }

  private void addFields(JsonNode schema, Set<String> names) {
    JsonNode whole = resolved(schema);
    names.addAll(whole.path("properties").propertyNames());
    whole.path("allOf").forEach(part -> addFields(part, names));
  }

  private List<String> errors(JsonNode schema, JsonNode value) {
    return compiled.computeIfAbsent(schema, this::compile).validate(value).stream()
        .map(error -> error.getInstanceLocation() + " " + error.getMessage())
        .toList();
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("components", root.get("components"));
    return schemas.getSchema(whole);
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    while (at.has("$ref")) {
      at = root.at(at.get("$ref").stringValue().substring(1));
    }
    return at;
  }
}
