package florin.api;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tests' view of `openapi.yaml`: its operations, its schemas with resolved references, and the
 * validation of values. Schemas are JSON Schema 2020-12, as OpenAPI 3.1 requires.
 */
final class Contract {
  static final JsonMapper JSON = new JsonMapper();

  private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");

  private final ObjectNode root;
  private final ObjectNode strictComponents;
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();

  /** A method on a path. */
  record Operation(String method, String template, JsonNode node, List<JsonNode> parameters) {
    Operation {
      parameters = List.copyOf(parameters);
    }

    Stream<JsonNode> parametersIn(String place) {
      return parameters.stream().filter(p -> p.path("in").stringValue("").equals(place));
    }

    JsonNode bodySchema() {
      return node.at("/requestBody/content/application~1json/schema");
    }

    @Override
    public String toString() {
      return method + " " + template;
    }
  }

  private Contract(ObjectNode root) {
    this.root = root;
    this.strictComponents = (ObjectNode) closed(root.get("components").deepCopy());
  }

  static Contract load() {
    try (InputStream in =
        Objects.requireNonNull(Contract.class.getResourceAsStream("openapi.yaml"))) {
      var load = new Load(LoadSettings.builder().build());
      return new Contract((ObjectNode) JSON.valueToTree(load.loadFromInputStream(in)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode at(String pointer) {
    return root.at(pointer);
  }

  List<Operation> operations() {
    var operations = new ArrayList<Operation>();
    for (Map.Entry<String, JsonNode> path : root.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> entry : path.getValue().properties()) {
        if (METHODS.contains(entry.getKey())) {
          var parameters = new ArrayList<JsonNode>();
          path.getValue().path("parameters").forEach(p -> parameters.add(resolved(p)));
          entry.getValue().path("parameters").forEach(p -> parameters.add(resolved(p)));
          operations.add(
              new Operation(
                  entry.getKey().toUpperCase(Locale.ROOT),
                  path.getKey(),
                  entry.getValue(),
                  parameters));
        }
      }
    }
    return operations;
  }

  /** Returns the operation of a method and a path without a query. */
  Optional<Operation> find(String method, String path) {
    return operations().stream()
        .filter(o -> o.method().equals(method))
        .filter(
            o -> path.matches(o.template().replace(".", "\\.").replaceAll("\\{[^}]*}", "[^/]+")))
        .min(Comparator.comparing(o -> o.template().contains("{"))); // like the router
  }

  /** Returns the target of a reference; returns any other node unchanged. */
  JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    while (at.has("$ref")) {
      at = root.at(at.get("$ref").stringValue().substring(1));
    }
    return at;
  }

  /**
   * Returns the violations of a value. An unknown field is a violation, unless the schema allows
   * it.
   */
  List<String> errors(JsonNode schema, JsonNode value) {
    return compiled.computeIfAbsent(schema, this::compile).validate(value).stream()
        .map(error -> error.getInstanceLocation() + " " + error.getMessage())
        .toList();
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = (ObjectNode) closed(schema.deepCopy());
    whole.set("components", strictComponents);
    return schemas.getSchema(whole);
  }

  /**
   * Forbids unknown fields. The document allows responses to grow, but in the tests a response has
   * the documented fields only.
   */
  private static JsonNode closed(JsonNode node) {
    if (node instanceof ObjectNode object && object.has("properties") && object.has("required")) {
      object.putIfAbsent("additionalProperties", JSON.getNodeFactory().booleanNode(false));
    }
    node.forEach(Contract::closed);
    return node;
  }

  /** Returns the texts of the enumeration with this schema name. */
  List<String> texts(String schema) {
    var texts = new ArrayList<String>();
    root.at("/components/schemas/" + schema + "/enum").forEach(t -> texts.add(t.stringValue()));
    return texts;
  }

  /**
   * Returns the schema of each field of an object, by the path with which errors name the field.
   */
  Map<String, JsonNode> fields(JsonNode objectSchema) {
    var fields = new LinkedHashMap<String, JsonNode>();
    addFields("", resolved(objectSchema), fields);
    return fields;
  }

  private void addFields(String path, JsonNode object, Map<String, JsonNode> fields) {
    for (Map.Entry<String, JsonNode> field : object.path("properties").properties()) {
      String name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
      JsonNode schema = resolved(field.getValue());
      fields.put(name, schema);
      addFields(name, schema, fields);
    }
    unionFields(object)
        .forEach((field, schemas) -> {
          String name = path.isEmpty() ? field : path + "." + field;
          JsonNode schema = anyOf(schemas, schemas.size() < object.get("oneOf").size());
          fields.put(name, schema);
          addFields(name, schema, fields);
        });
  }

  /** Returns the distinct schemas of each field of a union's objects. */
  private Map<String, Set<JsonNode>> unionFields(JsonNode union) {
    var found = new LinkedHashMap<String, Set<JsonNode>>();
    union
        .path("oneOf")
        .forEach(form ->
            resolved(form).path("properties").properties().stream()
                .filter(field -> !field.getValue().isBoolean()) // a field that a form excludes
                .forEach(field ->
                    found
                        .computeIfAbsent(field.getKey(), _ -> new LinkedHashSet<>())
                        .add(resolved(field.getValue()))));
    return found;
  }

  /**
   * Returns a schema of any of these.
   *
   * @param optional whether some form of the union lacks the field, so that it may be null
   */
  private static JsonNode anyOf(Set<JsonNode> schemas, boolean optional) {
    ObjectNode any = (ObjectNode) schemas.iterator().next().deepCopy();
    if (schemas.size() > 1) {
      any = JSON.createObjectNode();
      any.putArray("anyOf").addAll(schemas);
    } else if (optional && any.path("type").isString()) {
      String type = any.get("type").stringValue();
      any.putArray("type").add(type).add("null");
    }
    return any;
  }
}
