package florin.docs;

import florin.docs.Contract.Branch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sample requests and responses with the examples of the OpenAPI document. */
final class Samples {
  private static final int MOST_DEPTH = 8;

  private final String base;
  private final UnaryOperator<String> fill;

  /**
   * @param base the service's address
   * @param fill replaces placeholders with values of this service, such as its address
   */
  Samples(String base, UnaryOperator<String> fill) {
    this.base = base;
    this.fill = fill;
  }

  /**
   * Returns the request in each language, as HTML.
   *
   * @param parameters of the operation, including those of its path
   * @param keyless whether it needs no API key
   */
  List<OperationText.Code> requests(
      String method, String path, List<Branch> parameters, Branch operation, boolean keyless) {
    Branch contents = operation.at("requestBody").at("content");
    Branch json = contents.at("application/json");
    boolean isRequired = operation.at("requestBody").isTrue("required");
    Optional<Object> body = json.isThere() ? Optional.ofNullable(body(json)) : Optional.empty();
    Optional<CodeSamples.Upload> file =
        json.isThere()
            ? Optional.empty()
            : contents.below().stream()
                .map(content -> new CodeSamples.Upload("statement.xml", content.name()))
                .findFirst();
    String url = base + pathOf(path, parameters);
    return CodeSamples.of(
        new CodeSamples.SampleRequest(
            method,
            url,
            !keyless,
            has(parameters, "Idempotency-Key") && isRequired
                ? Optional.of(CodeSamples.idempotencyKey(method, url))
                : Optional.empty(),
            body,
            file));
  }

  private static String pathOf(String path, List<Branch> parameters) {
    String filled = path;
    for (Branch parameter : parameters) {
      String id = "{" + parameter.text("name") + "}";
      if (filled.contains(id)) {
        filled =
            filled.replace(
                id,
                Shape.of(parameter.at("schema")).firstExample().map(Object::toString).orElse("…"));
      }
    }
    return filled;
  }

  private static boolean has(List<Branch> parameters, String name) {
    return parameters.stream().anyMatch(parameter -> parameter.text("name").equals(name));
  }

  private @Nullable Object body(Branch content) {
    return example(content).orElseGet(() -> made(content.at("schema"), true, 0));
  }

  /** Returns the body of a response, as HTML: JSON, or the example of another format. */
  String answer(Branch contents) {
    Branch json = contents.at("application/json");
    if (json.isThere()) {
      return fill.apply(JsonMarkup.of(example(json).orElseGet(() -> of(json.at("schema")))));
    }
    return contents.below().stream()
        .flatMap(content -> example(content).stream())
        .map(text -> fill.apply(Html.escaped(text.toString().strip())))
        .findFirst()
        .orElse("");
  }

  /**
   * Returns a sample of an object in a response, as HTML.
   *
   * @param given the example of the OpenAPI document, if there is one
   */
  String object(Branch schema, Optional<Object> given) {
    return fill.apply(JsonMarkup.of(given.orElseGet(() -> of(schema))));
  }

  /** Returns a sample value for a response, or null. */
  @Nullable Object of(Branch schema) {
    return made(schema, false, 0);
  }

  /** Returns the first example of a media type. */
  static Optional<Object> example(Branch content) {
    return content.at("examples").below().stream()
        .findFirst()
        .flatMap(example -> example.resolved().at("value").value());
  }

  /**
   * Returns a value that fits a schema.
   *
   * @param asked whether it is in a request, which has required fields only
   */
  private @Nullable Object made(Branch schema, boolean asked, int depth) {
    Shape shape = Shape.of(schema);
    Optional<Object> given = shape.firstExample();
    if (given.isPresent()) {
      return given.get();
    }
    if (!shape.values().isEmpty() && !shape.nullable()) {
      return shape.firstValue();
    }
    if (shape.nullable() || depth > MOST_DEPTH) {
      return null;
    }
    if (shape.isArray()) {
      var one = made(shape.schema().at("items"), asked, depth + 1);
      return one == null ? List.of() : List.of(one);
    }
    if (shape.properties().isEmpty() && !shape.alternatives().isEmpty()) {
      return made(shape.alternatives().getFirst(), asked, depth + 1);
    }
    return shape.isObject() ? fields(shape, asked, depth) : plain(shape);
  }

  private Map<String, @Nullable Object> fields(Shape shape, boolean asked, int depth) {
    var made = new LinkedHashMap<String, @Nullable Object>();
    for (Branch property : shape.properties()) {
      if (!asked || shape.requires(property.name())) {
        made.put(property.name(), made(property, asked, depth + 1));
      }
    }
    return made;
  }

  private static Object plain(Shape shape) {
    return switch (shape.types().isEmpty() ? "" : shape.types().getFirst()) {
      case "integer" -> 1;
      case "boolean" -> false;
      default -> "…";
    };
  }
}
