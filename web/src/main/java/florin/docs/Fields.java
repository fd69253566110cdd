package florin.docs;

import florin.docs.Contract.Branch;
import florin.docs.FieldText.Link;
import florin.docs.FieldText.ValueSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Converts schemas to the fields of the page. */
final class Fields {
  /**
   * The maximum number of values in a field. Longer lists have a section of their own, or are in
   * the description.
   */
  private static final int MOST_VALUES = 16;

  /**
   * The maximum depth. It exceeds the nesting of the API's objects, and ends recursion in schemas
   * that refer to themselves.
   */
  private static final int MOST_DEPTH = 6;

  /** The pattern of an id after its prefix, which is not shown. */
  private static final String ID = "[0-7][0-9a-hjkmnp-tv-z]{25}";

  private static final int MOST_PATTERN = 48;

  private final Markdown markdown;
  private final Set<String> placed;

  /**
   * @param placed the schemas with a section of their own on the page
   */
  Fields(Markdown markdown, Set<String> placed) {
    this.markdown = markdown;
    this.placed = Set.copyOf(placed);
  }

  /**
   * Returns the fields of an object.
   *
   * @param answered whether the object is in a response; only then is `null` mentioned
   */
  List<FieldText> of(Branch schema, boolean answered) {
    return below(Shape.of(schema), answered, 0);
  }

  /** Returns a parameter of the query, the path or the headers. */
  FieldText parameter(Branch parameter) {
    Branch declared = parameter.resolved();
    return field(
        declared.text("name"),
        declared.at("schema"),
        declared.isTrue("required"),
        declared.text("description"),
        new Way(false, 0));
  }

  FieldText header(String name, Branch header) {
    return field(name, header.at("schema"), false, header.text("description"), new Way(true, 0));
  }

  private record Way(boolean answered, int depth) {}

  private List<FieldText> below(Shape shape, boolean answered, int depth) {
    return shape.fields(answered).stream()
        .map(property ->
            field(
                property.name(),
                property,
                !answered && shape.requires(property.name()),
                property.text("description"),
                new Way(answered, depth)))
        .toList();
  }

  private FieldText field(String name, Branch schema, boolean required, String words, Way way) {
    Shape shape = Shape.of(schema);
    Shape item = shape.isArray() ? Shape.of(shape.schema().at("items")) : shape;
    Optional<Link> place = item.name().filter(placed::contains).map(Fields::link);
    String said = words.isEmpty() ? shape.schema().text("description") : words;
    boolean unfolds = place.isEmpty() && way.depth() < MOST_DEPTH;
    return new FieldText(
        name,
        type(shape) + (shape.nullable() && way.answered() ? " or null" : ""),
        required,
        markdown.html(said),
        limits(
            shape.schema(),
            place.isPresent() || item.values().size() > MOST_VALUES
                ? List.of()
                : values(item, said),
            way),
        place,
        unfolds ? below(item, way.answered(), way.depth() + 1) : List.of());
  }

  static Link link(String schema) {
    return new Link(schema, spaced(schema));
  }

  /** Returns the words of a schema's name, for example `payment link` for `PaymentLink`. */
  static String spaced(String schema) {
    return schema.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  static String title(String schema) {
    String words = spaced(schema);
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static String type(Shape shape) {
    if (shape.isArray()) {
      return "array of " + type(Shape.of(shape.schema().at("items"))) + "s";
    }
    List<String> types =
        shape.types().isEmpty()
            ? shape.alternatives().stream().map(Shape::of).flatMap(s -> s.types().stream()).toList()
            : shape.types();
    return types.stream()
        .filter(type -> !type.equals("null"))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** Returns the permitted values; empty if the description already has all of them. */
  static List<String> values(Shape shape, String said) {
    List<String> values = shape.values();
    boolean toldOf =
        !values.isEmpty() && values.stream().allMatch(value -> said.contains("`" + value + "`"));
    return toldOf ? List.of() : values;
  }

  /**
   * Returns the limits of a field in a request. In a response, bounds don't matter, and the sample
   * shows an example.
   */
  private static ValueSpace limits(Branch schema, List<String> values, Way way) {
    return way.answered()
        ? new ValueSpace(List.of(), "", values, "")
        : new ValueSpace(bounds(schema), pattern(schema), values, example(schema));
  }

  private static List<String> bounds(Branch schema) {
    var bounds = new ArrayList<String>();
    between(schema, "minimum", "maximum", "").ifPresent(bounds::add);
    between(schema, "minLength", "maxLength", " characters").ifPresent(bounds::add);
    between(schema, "minItems", "maxItems", " entries").ifPresent(bounds::add);
    between(schema, "minProperties", "maxProperties", " keys").ifPresent(bounds::add);
    if (schema.has("default")) {
      bounds.add(schema.text("default") + " if left out");
    }
    return bounds;
  }

  private static String pattern(Branch schema) {
    String pattern = schema.text("pattern");
    return pattern.contains(ID) || pattern.length() > MOST_PATTERN ? "" : pattern;
  }

  /**
   * Returns the example of a plain value. Objects have theirs in the sample request, and ids need
   * none.
   */
  private static String example(Branch schema) {
    if (schema.text("pattern").contains(ID)) {
      return "";
    }
    return schema.at("examples").entries().stream()
        .filter(example -> example.below().isEmpty())
        .map(Branch::text)
        .findFirst()
        .orElse("");
  }

  private static Optional<String> between(Branch schema, String least, String most, String unit) {
    String from = schema.text(least);
    String to = schema.text(most);
    if (from.isEmpty() && to.isEmpty()) {
      return Optional.empty();
    }
    if (to.equals("0")) {
      return Optional.empty(); // The description says if a value must not be empty.
    }
    if (to.isEmpty()) {
      return Optional.of("at least " + from + unit);
    }
    return Optional.of((from.isEmpty() ? "up to " : from + " to ") + to + unit);
  }
}
