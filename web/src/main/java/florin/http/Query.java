package florin.http;

import florin.core.ErrorCode;
import florin.core.Problem.BadParameters;
import florin.core.Problem.BadRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The query of a request, decoded once. `a=1&created[gte]=5&types[]=x` reads like the JSON object
 * `{"a":"1", "created":{"gte":"5"}, "types":["x"]}`, so {@link Params} reads both alike. The text
 * between the first and the last bracket is one key, including brackets, because a metadata key may
 * contain some.
 */
public final class Query {
  private static final int MAX_PARAMETERS = 100;
  private static final Pattern BRACKETED = Pattern.compile("([^\\[\\]]+)\\[(.*)]", Pattern.DOTALL);

  private final List<Parameter> parameters;

  private record Parameter(String name, String value) {}

  private Query(List<Parameter> parameters) {
    this.parameters = parameters;
  }

  /**
   * Parses a query.
   *
   * @param raw as received, without the `?`; empty for none
   */
  public static Query parse(String raw) {
    var parameters = new ArrayList<Parameter>();
    String[] pairs = raw.split("&", MAX_PARAMETERS + 2);
    for (String pair : pairs) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        parameters.add(new Parameter(decoded(name), decoded(value)));
      }
    }
    // The last split may hold several parameters, however many before it are empty.
    if (parameters.size() > MAX_PARAMETERS || pairs.length > MAX_PARAMETERS + 1) {
      throw malformed("it has more than " + MAX_PARAMETERS + " parameters");
    }
    return new Query(List.copyOf(parameters));
  }

  /** Returns the first value of exactly this name. */
  public Optional<String> value(String name) {
    return parameters.stream().filter(p -> p.name.equals(name)).map(Parameter::value).findFirst();
  }

  /** Returns all parameters, the first value of each name. */
  public Map<String, String> values() {
    var values = new LinkedHashMap<String, String>();
    parameters.forEach(p -> values.putIfAbsent(p.name, p.value));
    return values;
  }

  /**
   * Rejects NUL in a query that is used as is: PostgreSQL can't store it, and no browser sends it.
   */
  public void refuseNul() {
    if (parameters.stream().anyMatch(p -> p.name.indexOf(0) >= 0 || p.value.indexOf(0) >= 0)) {
      throw malformed("it contains the character NUL");
    }
  }

  /** Returns all values of exactly this name, in order. */
  List<String> values(String name) {
    return parameters.stream().filter(p -> p.name.equals(name)).map(Parameter::value).toList();
  }

  /** Returns the distinct names, in order. */
  List<String> names() {
    return parameters.stream().map(Parameter::name).distinct().toList();
  }

  ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    for (Parameter parameter : parameters) {
      Matcher bracketed = BRACKETED.matcher(parameter.name);
      if (!bracketed.matches()) {
        put(tree, parameter.name, parameter.name, parameter.value);
      } else if (bracketed.group(2).isEmpty()) {
        form(tree, bracketed, ArrayNode.class, JsonNodeFactory.instance::arrayNode)
            .add(parameter.value);
      } else {
        ObjectNode object =
            form(tree, bracketed, ObjectNode.class, JsonNodeFactory.instance::objectNode);
        put(object, bracketed.group(2), parameter.name, parameter.value);
      }
    }
    return tree;
  }

  /** Returns the object or list of that name, which must not exist in another form. */
  private static <T extends JsonNode> T form(
      ObjectNode tree, Matcher bracketed, Class<T> type, Supplier<T> make) {
    String name = bracketed.group(1);
    if (!tree.has(name)) {
      tree.set(name, make.get());
    }
    if (!type.isInstance(tree.get(name))) {
      throw exclusive(bracketed.group());
    }
    return type.cast(tree.get(name));
  }

  /**
   * Adds a value.
   *
   * @param whole the complete name in the query
   */
  private static void put(ObjectNode object, String name, String whole, String value) {
    if (object.has(name)) {
      throw object.get(name).isString() ? twice(whole) : exclusive(whole);
    }
    object.put(name, value);
  }

  private static RuntimeException twice(String name) {
    String shown = MaskedName.of(name);
    return BadParameters.of(shown, ErrorCode.PARAMETER_INVALID, shown + " must be sent only once.")
        .refusal();
  }

  private static RuntimeException exclusive(String name) {
    String shown = MaskedName.of(name);
    return BadParameters.of(
            shown,
            ErrorCode.PARAMETERS_EXCLUSIVE,
            shown
                + " and the same parameter in another form (plain, [key] or []) are mutually exclusive. Send only one of them.")
        .refusal();
  }

  private static String decoded(String text) {
    return Percent.decode(text, true)
        .orElseThrow(() -> malformed("it must be percent-encoded UTF-8 (RFC 3986)"));
  }

  private static RuntimeException malformed(String why) {
    return new BadRequest(ErrorCode.BAD_REQUEST, "The query string is malformed: " + why + ".")
        .refusal();
  }
}
