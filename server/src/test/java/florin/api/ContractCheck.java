package florin.api;

import florin.api.Contract.Operation;
import florin.testing.Reply;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares requests and responses with the OpenAPI document. */
final class ContractCheck {
  /**
   * Headers that any response may have, or that the document describes in prose for all responses.
   */
  private static final Set<String> ANYWHERE =
      Set.of(
          "date",
          "content-length",
          "content-type",
          "cache-control",
          "x-content-type-options",
          "connection",
          "allow",
          "access-control-allow-origin",
          "access-control-expose-headers");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Contract contract;

  ContractCheck(Contract contract) {
    this.contract = contract;
  }

  /**
   * Returns the violations of a request to a documented path.
   *
   * @param query as in the URL, without `?`
   * @param headers by lower-case name
   */
  List<String> request(
      Operation operation, String query, Map<String, String> headers, String body) {
    var errors = new ArrayList<String>();
    Map<String, JsonNode> given = queryValues(operation, query, errors);
    operation.parametersIn("query").forEach(p -> check(p, given.get(name(p)), errors));
    operation
        .parametersIn("header")
        .forEach(p -> {
          String value = headers.get(name(p).toLowerCase(Locale.ROOT));
          check(p, value == null ? null : NODES.stringNode(value), errors);
        });
    errors.addAll(body(operation, body));
    return errors;
  }

  private List<String> body(Operation operation, String body) {
    if (body.isEmpty()) {
      return operation.node().at("/requestBody/required").booleanValue(false)
          ? List.of("the body is missing")
          : List.of();
    }
    if (operation.bodySchema().isMissingNode()) {
      return body.equals("{}") ? List.of() : List.of("there is a body");
    }
    try {
      return contract.errors(operation.bodySchema(), Contract.JSON.readTree(body));
    } catch (JacksonException notJson) {
      return List.of("the body is not JSON");
    }
  }

  private Map<String, JsonNode> queryValues(
      Operation operation, String query, List<String> errors) {
    var values = new LinkedHashMap<String, JsonNode>();
    for (String pair : query.split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      String name = decoded(pair.replaceFirst("=.*", ""));
      String text = pair.contains("=") ? decoded(pair.substring(pair.indexOf('=') + 1)) : "";
      String stem = name.replaceFirst("\\[.*", "");
      Optional<JsonNode> parameter = parameter(operation, name);
      if (parameter.isEmpty()) {
        parameter = parameter(operation, stem).filter(p -> p.has("style"));
      }
      if (parameter.isEmpty()) {
        errors.add("there is no query parameter " + name);
      } else if (type(parameter.get()).equals("array")) {
        ((ArrayNode) values.computeIfAbsent(name, _ -> NODES.arrayNode())).add(text);
      } else if (type(parameter.get()).equals("object")) {
        ((ObjectNode) values.computeIfAbsent(stem, _ -> NODES.objectNode()))
            .put(name.substring(stem.length() + 1, name.length() - 1), text);
      } else {
        values.put(name, scalar(type(parameter.get()), text));
      }
    }
    return values;
  }

  private void check(JsonNode parameter, @Nullable JsonNode value, List<String> errors) {
    if (value == null) {
      if (parameter.path("required").booleanValue(false)) {
        errors.add(name(parameter) + ": is missing");
      }
      return;
    }
    contract
        .errors(parameter.get("schema"), value)
        .forEach(error -> errors.add(name(parameter) + ": " + error));
  }

  /**
   * Returns the violations of a response.
   *
   * @param headers the headers of the request
   */
  List<String> answer(Optional<Operation> operation, Map<String, String> headers, Reply reply) {
    String code = reply.status() >= 400 ? reply.text("/error/code") : "";
    if (operation.isEmpty()) {
      // The document describes an unknown path or method once, in prose.
      return contract.errors(contract.at("/components/schemas/Error"), reply.json());
    }
    JsonNode declared =
        contract.resolved(
            operation.get().node().path("responses").path(Integer.toString(reply.status())));
    if (declared.isMissingNode()) {
      return List.of("the contract has no status " + reply.status() + " for " + operation.get());
    }
    var errors = new ArrayList<String>();
    if (!code.isEmpty()) {
      var codes = new ArrayList<String>();
      declared.path("x-error-codes").forEach(c -> codes.add(c.stringValue()));
      if (!codes.contains(code)) {
        errors.add(reply.status() + " has no code " + code);
      }
    }
    checkHeaders(declared, reply, errors);
    JsonNode json = declared.path("content").path("application/json");
    String type = reply.header("Content-Type").orElse("");
    if (!declared.path("content").has(type)) {
      errors.add("the content type is " + type);
    } else if (json.has("schema")) {
      errors.addAll(contract.errors(schema(json, headers), reply.json()));
    }
    return errors;
  }

  /**
   * Returns the schema of a response. For a publishable key, it has only the fields that this key
   * can read.
   */
  private JsonNode schema(JsonNode json, Map<String, String> headers) {
    JsonNode schema = json.get("schema");
    boolean publishable = headers.getOrDefault("authorization", "").startsWith("Bearer pk_");
    if (!publishable || !json.has("x-publishable-key-fields")) {
      return schema;
    }
    ObjectNode part = NODES.objectNode();
    part.set("required", json.get("x-publishable-key-fields"));
    JsonNode whole = contract.resolved(schema).get("properties");
    ObjectNode fields = part.putObject("properties");
    json.get("x-publishable-key-fields")
        .forEach(field -> fields.set(field.stringValue(), whole.get(field.stringValue())));
    return part;
  }

  private void checkHeaders(JsonNode declared, Reply reply, List<String> errors) {
    var names = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);
    for (Map.Entry<String, JsonNode> header : declared.path("headers").properties()) {
      names.add(header.getKey());
      JsonNode says = contract.resolved(header.getValue());
      Optional<String> value = reply.header(header.getKey());
      if (value.isPresent()) {
        JsonNode schema = contract.resolved(says.get("schema"));
        contract
            .errors(schema, scalar(schema.path("type").asString(""), value.get()))
            .forEach(error -> errors.add(header.getKey() + ": " + error));
      } else if (says.path("required").booleanValue(false)) {
        errors.add("the header " + header.getKey() + " is missing");
      }
    }
    reply.headers().map().keySet().stream()
        .filter(name -> !names.contains(name) && !ANYWHERE.contains(name.toLowerCase(Locale.ROOT)))
        .forEach(name -> errors.add("the contract has no header " + name));
  }

  private Optional<JsonNode> parameter(Operation operation, String name) {
    return operation.parametersIn("query").filter(p -> name(p).equals(name)).findFirst();
  }

  private String type(JsonNode parameter) {
    return contract.resolved(parameter.get("schema")).path("type").asString("");
  }

  private static JsonNode scalar(String type, String text) {
    if (type.equals("boolean") && text.matches("true|false")) {
      return NODES.booleanNode(text.equals("true"));
    }
    return type.equals("integer") && text.matches("-?[0-9]{1,18}")
        ? NODES.numberNode(Long.parseLong(text))
        : NODES.stringNode(text);
  }

  private static String name(JsonNode parameter) {
    return parameter.get("name").stringValue();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
