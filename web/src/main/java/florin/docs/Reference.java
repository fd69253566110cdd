package florin.docs;

import florin.docs.Contract.Branch;
import florin.docs.FieldText.Link;
import florin.docs.Markdown.Passage;
import florin.docs.OperationText.ParameterGroup;
import florin.docs.OperationText.Refused;
import florin.docs.OperationText.RequestLine;
import florin.docs.OperationText.Returned;
import florin.docs.OperationText.Twin;
import florin.docs.Section.Definition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the OpenAPI document for the API reference: its prose, and its operations by tag. */
final class Reference {
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");

  /** The beginning of a description that refers to another method with the same behavior. */
  private static final String TWIN = "The same as ";

  /** The tag of error responses. */
  private static final String ERRORS = "Error responses";

  private static final String ERRORS_PAGE = "/docs/reference/errors#";

  private static final String RESPONSES = "#/components/responses/";

  private final Contract contract;
  private final Markdown markdown;
  private final Fields fields;
  private final Samples samples;
  private final List<Found> operations;
  private final Set<String> usual;

  /** An operation, with the parameters of its path. */
  private record Found(String method, String path, Branch node, List<Branch> parameters) {
    boolean isTwin() {
      return node.text("description").startsWith(TWIN);
    }

    String id() {
      return node.text("operationId");
    }

    boolean isKeyless() {
      return node.has("security") && node.at("security").entries().isEmpty();
    }

    RequestLine call() {
      boolean idempotent =
          parameters.stream().anyMatch(p -> p.text("name").equals("Idempotency-Key"));
      return new RequestLine(method, path, idempotent, isKeyless());
    }

    List<Branch> refusals() {
      return node.at("responses").below().stream().filter(r -> r.has("$ref")).toList();
    }
  }

  Reference(Contract contract, Markdown markdown, Samples samples) {
    this.contract = contract;
    this.markdown = markdown;
    this.samples = samples;
    this.fields = new Fields(markdown, placed(contract));
    this.operations = operations(contract);
    this.usual = usual(operations);
  }

  private static Set<String> placed(Contract contract) {
    return new HashSet<>(
        contract.at("/tags").entries().stream()
            .flatMap(tag -> tag.at("x-schemas").texts().stream())
            .toList());
  }

  private static List<Found> operations(Contract contract) {
    var found = new ArrayList<Found>();
    for (Branch path : contract.at("/paths").below()) {
      for (Branch operation : path.below()) {
        if (METHODS.contains(operation.name())) {
          List<Branch> parameters =
              Stream.of(path, operation)
                  .flatMap(place -> place.at("parameters").entries().stream())
                  .map(Branch::resolved)
                  .toList();
          String method = operation.name().toUpperCase(Locale.ROOT);
          found.add(new Found(method, path.name(), operation, parameters));
        }
      }
    }
    return found;
  }

  /**
   * Returns the error responses that all operations with a key have in common. The page lists them
   * once.
   */
  private static Set<String> usual(List<Found> operations) {
    var usual = new LinkedHashSet<String>();
    operations.forEach(operation -> operation.refusals().forEach(r -> usual.add(r.text("$ref"))));
    operations.stream()
        .filter(operation -> !operation.isKeyless())
        .forEach(operation ->
            usual.retainAll(operation.refusals().stream().map(r -> r.text("$ref")).toList()));
    return usual;
  }

  /** Returns the sections before the operations. */
  List<Section> introduction() {
    var sections = new ArrayList<Section>();
    for (Passage part : markdown.parts(contract.at("/info").text("description"), 1)) {
      if (part.title().isEmpty()) {
        sections.add(Section.text("introduction", "Introduction", part.html(), List.of()));
        sections.add(authentication());
      } else {
        sections.add(Section.text(part.slug(), part.title(), part.html(), List.of()));
      }
    }
    sections.add(headers());
    return sections;
  }

  private Section authentication() {
    var words = new StringBuilder();
    contract
        .at("/components/securitySchemes")
        .below()
        .forEach(scheme -> words.append(markdown.html(scheme.text("description"))));
    return Section.text("authentication", "Authentication", words.toString(), List.of());
  }

  /** Returns the headers that many requests and responses share, which the page lists once. */
  private Section headers() {
    List<FieldText> asked =
        contract.at("/components/parameters").below().stream()
            .filter(parameter -> parameter.text("in").equals("header"))
            .map(fields::parameter)
            .toList();
    return new Section(
        "headers",
        "Headers",
        "",
        List.of(),
        List.of(),
        List.of(
            headers("request-headers", "Request headers", asked),
            headers("response-headers", "Response headers", answered())));
  }

  private static Definition headers(String id, String title, List<FieldText> fields) {
    return new Definition(id, title, "", fields, List.of(), "");
  }

  private List<FieldText> answered() {
    var found = new LinkedHashMap<String, FieldText>();
    Stream.concat(
            operations.stream().flatMap(o -> o.node().at("responses").below().stream()),
            contract.at("/components/responses").below().stream())
        .flatMap(answer -> answer.at("headers").below().stream())
        .forEach(header ->
            found.computeIfAbsent(header.name(), name -> fields.header(name, header.resolved())));
    return List.copyOf(found.values());
  }

  /** Returns the operations by tag, with the objects of each tag. */
  List<Section> resources() {
    return contract.at("/tags").entries().stream().map(this::section).toList();
  }

  private Section section(Branch tag) {
    String name = tag.text("name");
    List<Found> ofTag =
        operations.stream()
            .filter(o -> o.node().at("tags").texts().getFirst().equals(name))
            .toList();
    return new Section(
        Markdown.slugOf(name),
        name,
        markdown.html(tag.text("description")),
        name.equals(ERRORS) ? refusals() : List.of(),
        ofTag.stream().filter(o -> !o.isTwin()).map(o -> operation(o, ofTag)).toList(),
        tag.at("x-schemas").texts().stream().map(this::thing).toList());
  }

  /** Returns the codes of each status, in the order of the statuses. */
  private List<Section.Subsection> refusals() {
    return operations.stream()
        .flatMap(operation -> operation.refusals().stream())
        .map(refusal -> refused(refusal.name(), refusal.text("$ref")))
        .distinct()
        .sorted(Comparator.comparing(Refused::status))
        .map(this::refusal)
        .toList();
  }

  private Section.Subsection refusal(Refused refused) {
    String name = refused.link().id();
    Branch response = contract.at("/components/responses/" + name);
    String words = markdown.html(response.text("description"));
    for (String code : response.at("x-error-codes").texts()) {
      String shown = "<code>" + code + "</code>";
      words = words.replaceFirst(shown, "<a href=\"" + ERRORS_PAGE + code + "\">" + shown + "</a>");
    }
    return new Section.Subsection(name, refused.status() + " " + Fields.title(name), words);
  }

  private OperationText operation(Found found, List<Found> others) {
    Branch answered = found.node().at("responses").at("200");
    return new OperationText(
        found.id(),
        found.call(),
        found.node().text("summary"),
        markdown.html(found.node().text("description")),
        groups(found),
        new Returned(markdown.html(answered.text("description")), object(answered), errors(found)),
        new OperationText.SampleTexts(
            samples.requests(
                found.method(), found.path(), found.parameters(), found.node(), found.isKeyless()),
            "200",
            samples.answer(answered.at("content"))),
        others.stream()
            .filter(other -> other.isTwin() && other.path().equals(found.path()))
            .filter(_ -> found.method().equals("POST"))
            .map(other -> new Twin(other.id(), other.call()))
            .toList());
  }

  private List<ParameterGroup> groups(Found found) {
    var groups = new ArrayList<ParameterGroup>();
    group("Path", "path", found).ifPresent(groups::add);
    group("Query", "query", found).ifPresent(groups::add);
    group("Headers", "header", found).ifPresent(groups::add);
    Branch body = found.node().at("requestBody").at("content").at("application/json").at("schema");
    if (body.isThere() && !fields.of(body, false).isEmpty()) {
      groups.add(new ParameterGroup("Body", fields.of(body, false)));
    }
    return groups;
  }

  /** Returns a group of parameters without the shared headers; empty if it has none. */
  private Optional<ParameterGroup> group(String title, String place, Found found) {
    List<FieldText> inPlace =
        found.parameters().stream()
            .filter(p -> p.text("in").equals(place))
            .filter(p -> !isCommon(p))
            .map(fields::parameter)
            .toList();
    return inPlace.isEmpty() ? Optional.empty() : Optional.of(new ParameterGroup(title, inPlace));
  }

  private static boolean isCommon(Branch parameter) {
    return Set.of("Idempotency-Key", "Service-Version").contains(parameter.text("name"));
  }

  /** Returns the object of a response, or of its list, as a link within the page. */
  private Optional<Link> object(Branch answered) {
    Branch schema = answered.at("content").at("application/json").at("schema");
    return Stream.of(schema, Shape.of(schema).schema().at("properties").at("data").at("items"))
        .flatMap(candidate -> candidate.schemaName().stream())
        .filter(placed(contract)::contains)
        .map(Fields::link)
        .findFirst();
  }

  private List<Refused> errors(Found found) {
    return found.refusals().stream()
        .filter(refusal -> !usual.contains(refusal.text("$ref")))
        .map(refusal -> refused(refusal.name(), refusal.text("$ref")))
        .toList();
  }

  private static Refused refused(String status, String ref) {
    String name = ref.substring(RESPONSES.length());
    return new Refused(status, Fields.link(name));
  }

  private Definition thing(String name) {
    Branch schema = contract.schema(name);
    boolean isObject = Shape.of(schema).isObject();
    return new Definition(
        name,
        isObject ? "The " + Fields.spaced(name) + " object" : Fields.title(name) + "s",
        markdown.html(schema.text("description")),
        fields.of(schema, true),
        Fields.values(Shape.of(schema), schema.text("description")),
        isObject ? samples.object(schema, example(name)) : "");
  }

  /** Returns the example of a schema, or the one of the first response with it. */
  private Optional<Object> example(String schema) {
    return Shape.of(contract.schema(schema))
        .firstExample()
        .or(() ->
            Stream.concat(
                    operations.stream().map(found -> found.node().at("responses").at("200")),
                    contract.at("/components/responses").below().stream())
                .map(response -> response.at("content").at("application/json"))
                .filter(
                    content -> content.at("schema").schemaName().filter(schema::equals).isPresent())
                .flatMap(content -> Samples.example(content).stream())
                .findFirst());
  }
}
